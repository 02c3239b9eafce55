import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore
import Publishing

struct ContentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content", abstract: "Hubs, channels and articles.",
        subcommands: [Import.self, List.self, TemplateCommand.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import articles from a Markdown folder or a feed.",
            discussion: """
                SOURCE is a folder of Markdown files with YAML or TOML front matter (Jekyll, Hugo, Zola), or a path or URL of an RSS 2.0, \
                Atom or JSON Feed document. Categories or sections become channels. A second import changes only what changed; problems \
                are reported with file and line, and the rest is imported.
                """)

        @Argument(help: "A folder, a file or a URL.")
        var source: String

        @Option(name: .long, help: "The hub's title.")
        var hub: String

        @Option(name: .long, help: "The hub's id in URIs; made from its title unless given.")
        var hubID: String?

        @Option(
            name: .long,
            help: "The name the source is known by from import to import; its path or address unless it is given.")
        var name: String?

        @Option(name: .long, help: "The language of articles that do not say theirs (BCP 47).")
        var language = "en"

        @Option(
            name: .long,
            help: "The site the articles are published on; relative links that lead nowhere in the hub lead there.")
        var site: String?

        @Flag(name: .long, help: "Keep articles that are no longer in the source.")
        var keepMissing = false

        @Flag(name: .long, help: "Go on watching a folder: import and publish whenever something in it changes.")
        var watch = false

        @Flag(name: .long, help: "End with exit code 2 when there are problems.")
        var strict = false

        @OptionGroup var workspace: Workspace
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let platform = try workspace.open()
            try await workspace.prepare(platform)
            let problems = try await importOnce(platform)
            if watch {
                let publisher = Publisher(platform: platform)
                for await _ in SourceWatcher(folder: URL(filePath: source)).changes() {
                    _ = try await importOnce(platform)
                    let outcome = try await publisher.publish(try workspace.scope(), note: "watch", by: Workspace.who)
                    print(outcome.isNew ? "Published release \(outcome.release.version)" : "Nothing to publish")
                }
            }
            if strict, problems > 0 { throw ExitCode(2) }
        }

        private func importOnce(_ platform: Platform) async throws -> Int {
            let progress = output.progress
            let request = ImportRequest(
                source: source, name: name, app: workspace.app, hub: hub, hubID: hubID, language: language,
                site: site.flatMap { URL(string: $0) },
                removesMissing: !keepMissing, who: Workspace.who)
            let report = try await ContentImporter(
                platform: platform, fetcher: HTTPSourceFetcher(reach: .anywhere)
            ).run(request) { done, total in
                progress.update("Importing", done, of: total)
            }
            progress.clear()
            try output.print(report) { Self.text(report) }
            return report.problems.count
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

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List articles with their URIs.")

        @OptionGroup var workspace: Workspace
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let content = try await workspace.openExisting().content.content(app: workspace.app)
            try output.print(content.articles) {
                guard !content.articles.isEmpty else {
                    return "No articles. Import some: marquee content import FOLDER --hub NAME"
                }
                let rows = content.articles.map { article in
                    let schedule = article.content.schedule
                    return [
                        schedule.published.map { String($0.description.prefix(10)) } ?? "", article.channel,
                        schedule.isDraft ? "draft" : "", article.uri.description, article.content.title,
                    ]
                }
                return TextTable(header: ["DATE", "CHANNEL", "STATE", "URI", "TITLE"], rows: rows).rendered()
            }
        }
    }
}
