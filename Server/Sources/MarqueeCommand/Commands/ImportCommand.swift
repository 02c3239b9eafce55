import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore
import Publishing

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import articles from a Markdown folder or a feed.",
        discussion: """
            SOURCE is a folder of Markdown files with YAML or TOML front matter (Jekyll, Hugo, Zola), or the path or URL of an RSS 2.0, \
            Atom or JSON Feed document. Categories or sections become channels. A second import changes only what changed; problems \
            are reported with file and line, and the rest is imported.

            An import publishes nothing: `marquee release publish` does, or --watch, after the first import and after \
            each further one. While watching, an error is printed on standard error, and the next change starts another import. \
            With --json each round prints one line.
            """)

    /// What happens to articles of earlier imports that the source does not have.
    enum Missing: EnumerableFlag {
        case keepMissing
        case removeMissing

        static func help(for value: Missing) -> ArgumentHelp? {
            switch value {
            case .keepMissing: "Keep articles that are no longer in the source (the default for a feed)."
            case .removeMissing:
                "Remove articles that are no longer in the source (the default for a folder); articles edited here stay."
            }
        }
    }

    @Argument(help: "A folder, a file or a URL.")
    var source: String

    @Option(name: .long, help: "The hub's title.")
    var hub: String

    @Option(name: .long, help: "The hub's id in URIs; made from its title unless given.")
    var hubID: String?

    @Option(
        name: .long,
        help: "The name that identifies the source from one import to the next; its path or address unless given.")
    var name: String?

    @Option(name: .long, help: "The language of articles that do not name one (BCP 47).")
    var language = "en"

    @Option(
        name: .long,
        help: "The site on which the articles are published; relative links without a target in the hub lead there.")
    var site: String?

    @Flag var missing: Missing?

    @Flag(name: .long, help: "Import and publish a folder, and again whenever something in it changes, until Ctrl-C.")
    var watch = false

    @Flag(name: .long, help: "End with exit code 2 when there are problems.")
    var strict = false

    @OptionGroup var target: AppOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard watch else { return }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder), isFolder.boolValue else {
            throw ValidationError("--watch needs a folder, and \(source) is not one")
        }
        guard !strict else {
            throw ValidationError("--strict sets the exit code of one import; --watch runs until Ctrl-C")
        }
    }

    func run() async throws {
        let place = try await target.open()
        try await place.prepare()
        guard !watch else { return try await follow(place) }
        let report = try await importOnce(place)
        try output.print(report) { Self.text(report) }
        if strict, !report.problems.isEmpty { throw ExitCode(2) }
    }

    /// Imports and publishes now, and again whenever something changes.
    private func follow(_ place: ChosenApp) async throws {
        // The watcher starts before the first import, so that a change during that import starts a second one.
        let changes = SourceWatcher(folder: URL(filePath: source)).changes()
        try await round(place)
        for await _ in changes { try await round(place) }
    }

    /// Imports and publishes once. An error is printed and does not end the watching, because the next change may
    /// correct it.
    private func round(_ place: ChosenApp) async throws {
        do {
            let report = try await importOnce(place)
            let outcome = try await output.showing(Publisher(platform: place.platform)) {
                try await $0.publish(try place.scope(), note: "watch", by: AppOptions.who)
            }
            try output.print(line: WatchRound(imported: report, published: outcome)) {
                let release = outcome.isNew ? "Published release \(outcome.release.version)" : "Nothing to publish"
                return "\(Self.text(report))\n\(release)"
            }
        } catch let error as PublishingError {
            FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
        }
    }

    private func importOnce(_ place: ChosenApp) async throws -> ImportReport {
        let progress = output.progress
        defer { progress.clear() }
        let request = ImportRequest(
            source: source, name: name, app: place.app, hub: hub, hubID: hubID, language: language,
            site: site.flatMap { URL(string: $0) },
            removesMissing: missing.map { $0 == .removeMissing }, who: AppOptions.who)
        return try await ContentImporter(
            platform: place.platform, fetcher: HTTPSourceFetcher(reach: .anywhere)
        ).run(request) { done, total in
            progress.update("Importing", done, of: total)
        }
    }

    private static func text(_ report: ImportReport) -> String {
        let lines = report.problems.map(\.description)
        let summary = """
            \(report.changes) \(report.changes == 1 ? "change" : "changes"): \(report.added.count) added, \(report.changed.count) changed, \(report.removed.count) removed; \
            \(report.unchanged) unchanged, \(report.skippedDrafts) drafts skipped, \(report.images) images, \
            \(report.channels.count) \(report.channels.count == 1 ? "channel" : "channels"), \
            \(report.problems.count) \(report.problems.count == 1 ? "problem" : "problems")
            """
        return (lines + [summary]).joined(separator: "\n")
    }
}
