import ArgumentParser
import Foundation
import PlatformStore
import Publishing

struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "The templates of an app's pages.",
        discussion: """
            hub, channel and article make the pages; head and card are parts of them; page.css is their style sheet. \
            Each is built in until the app has its own. `show article > FILE`, change FILE, `set article FILE`, then \
            `marquee release publish`.
            """,
        subcommands: [List.self, Show.self, Set.self, Reset.self])

    /// One template without its text, for lists.
    private struct Line: Encodable {
        let name: String
        let version: Int
        let bytes: Int

        init(_ entry: AppTemplates.Entry) {
            (name, version, bytes) = (entry.name, entry.version, entry.text.utf8.count)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the templates, and whether the app has its own.",
            usage: "marquee content template list [<options>]")

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openExisting()
            let templates = AppTemplates(platform: place.platform, app: place.app)
            let lines = try await templates.entries().map { Line($0) }
            try output.print(lines) {
                TextTable(
                    header: ["NAME", "BYTES", "WHOSE"],
                    rows: lines.map { line in
                        [
                            line.name, String(line.bytes),
                            line.version == 0 ? "built-in" : "own, version \(line.version)",
                        ]
                    }
                ).rendered()
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the text of the template in use.",
            usage: "marquee content template show <name> [<options>]")

        @Argument(help: "The template's name.")
        var name: String

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openExisting()
            let templates = AppTemplates(platform: place.platform, app: place.app)
            let entry = try await templates.entry(name)
            // `print` adds the last line break, so that storing the printed text again gives the same template.
            try output.print(entry) { entry.text.hasSuffix("\n") ? String(entry.text.dropLast()) : entry.text }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace a template with the text of a file.",
            usage: "marquee content template set <name> <file> [<options>]",
            discussion: """
                The text is checked first: a fault is reported with file and line, and nothing is stored. The next \
                publish renders every page again. A name that is not in the list makes a part, which the app's own templates \
                can include.
                """)

        @Argument(help: "The template's name.")
        var name: String

        @Argument(help: "A file with Mustache, or with CSS for page.css.", completion: .file())
        var file: String

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openApp()
            let text = try TextFile.read(file, maximum: TemplateRecord.maximumSize)
            let entry = try await AppTemplates(platform: place.platform, app: place.app)
                .set(text, as: name, file: file, by: AppOptions.who)
            try output.print(Line(entry)) {
                let kind = PageTemplates.names.contains(name) ? "template" : "part"
                return "Stored \(kind) \(name), version \(entry.version); the next publish uses it"
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restore the built-in template, or remove a part.",
            usage: "marquee content template reset <name> [<options>]")

        @Argument(help: "The template's name.")
        var name: String

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openApp()
            let templates = AppTemplates(platform: place.platform, app: place.app)
            try await templates.reset(name, by: AppOptions.who)
            let left = try await templates.entries().filter { $0.name == name }.map { Line($0) }
            try output.print(left) {
                left.isEmpty
                    ? "Removed part \(name)"
                    : "Template \(name) is the built-in template again; the next publish uses it"
            }
        }
    }
}
