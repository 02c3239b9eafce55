import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

struct ContentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content", abstract: "Hubs, channels and articles.",
        subcommands: [ImportCommand.self, List.self, Remove.self, TemplateCommand.self])

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a hub, channel, article or asset.",
            usage: "marquee content remove <uri> [<options>]",
            discussion: """
                Everything below it is removed too, and so are the feeds that fill it. Devices keep the content until the next \
                `marquee release publish`.
                """)

        @Argument(help: "The URI, as `marquee content list` shows it; a hub's is zbimdb://HUB/.")
        var uri: String

        @OptionGroup var target: AppOptions

        func run() async throws {
            guard let place = try? ContentURI(uri) else { throw ValidationError("\"\(uri)\" is not a URI of content") }
            let platform = try await target.openExisting()
            try await platform.content.delete(place, expectedVersion: nil, app: target.app, by: AppOptions.who)
            print("Removed \(place)")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List articles with their URIs.",
            usage: "marquee content list [<options>]")

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let content = try await target.openExisting().content.content(app: target.app)
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
