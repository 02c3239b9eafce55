import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore
import Publishing

struct ReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "The signed releases of an app's content.",
        subcommands: [Publish.self, List.self, Show.self, Verify.self, Diff.self, Rollback.self])

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Render, sign and publish everything that is ready.",
            usage: "marquee release publish [<options>]")

        @Option(name: .long, help: "A note for the history.")
        var note = ""

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.open()
            try await place.prepare()
            let outcome = try await output.showing(Publisher(platform: place.platform)) {
                try await $0.publish(try place.scope(), note: note, by: AppOptions.who)
            }
            try output.print(outcome) {
                let head =
                    outcome.isNew
                    ? "Published release \(outcome.release.version)"
                    : "Release \(outcome.release.version) has this content already"
                return ([head] + outcome.warnings.map { "warning: \($0)" }).joined(separator: "\n")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the releases, newest first.",
            usage: "marquee release list [<options>]")

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openExisting()
            let releases = try await Publisher(platform: place.platform).history(
                try place.scope())
            try output.print(releases) {
                guard !releases.isEmpty else { return "Nothing has been published for \(place.app) yet" }
                let rows = releases.map { [String($0.version), $0.issued.description, $0.who, $0.note] }
                return TextTable(header: ["RELEASE", "ISSUED", "BY", "NOTE"], rows: rows).rendered()
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the pages of a release.",
            usage: "marquee release show <version> [<options>]")

        @Argument(help: "The release's version.")
        var version: Int

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        private struct Entry: Encodable {
            let uri: ContentURI
            let title: String
            let bytes: Int
        }

        func run() async throws {
            let place = try await target.openExisting()
            let manifests = try await Publisher(platform: place.platform).manifests(
                of: version, in: try place.scope())
            let entries = manifests.flatMap { manifest in
                manifest.items.map { Entry(uri: $0.uri, title: $0.title, bytes: $0.page.length) }
            }
            try output.print(entries) {
                TextTable(
                    header: ["URI", "BYTES", "TITLE"],
                    rows: entries.map { [$0.uri.description, String($0.bytes), $0.title] }
                ).rendered()
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check the chain of roots, the signatures and every object of a release.",
            usage: "marquee release verify [<version>] [<options>]")

        @Argument(help: "The release's version; the current one unless given.")
        var version: Int?

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openExisting()
            let check = try await output.showing(Publisher(platform: place.platform)) {
                try await $0.verify(try place.scope(), version: version)
            }
            try output.print(check) {
                let head =
                    "Release \(check.version): \(check.manifests) manifests, \(check.objects) objects, \(check.bytes) bytes"
                return ([head] + (check.failures.isEmpty ? ["Every check passed"] : check.failures)).joined(
                    separator: "\n")
            }
            if !check.failures.isEmpty { throw ExitCode.failure }
        }
    }

    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the changes from one release to another, and the bytes that a device downloads.",
            usage: "marquee release diff <from> <to> [<options>]")

        @Argument(help: "The older release.")
        var from: Int

        @Argument(help: "The newer release.")
        var to: Int

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openExisting()
            let diff = try await Publisher(platform: place.platform).diff(
                try place.scope(), from: from, to: to)
            try output.print(diff) {
                let kinds = [("+", diff.added), ("~", diff.changed), ("-", diff.removed)]
                let lines = kinds.flatMap { sign, entries in entries.map { "\(sign) \($0.uri)  \($0.title)" } }
                return (lines + ["A device downloads \(diff.bytes) bytes"]).joined(separator: "\n")
            }
        }
    }

    struct Rollback: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish the content of an earlier release as a new, higher version.",
            usage: "marquee release rollback <version> [<options>]")

        @Argument(help: "The release to go back to.")
        var version: Int

        @Option(name: .long, help: "A note for the history.")
        var note = ""

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openExisting()
            let release = try await output.showing(Publisher(platform: place.platform)) {
                try await $0.rollback(try place.scope(), to: version, note: note, by: AppOptions.who)
            }
            try output.print(release) { "Published release \(release.version) with the content of \(version)" }
        }
    }
}
