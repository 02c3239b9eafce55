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
            guard let content = try? ContentURI(uri) else {
                throw ValidationError("\"\(uri)\" is not a URI of content")
            }
            let place = try await target.openExisting()
            try await place.platform.content.delete(content, expectedVersion: nil, app: place.app, by: AppOptions.who)
            print("Removed \(content)")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List articles with their URIs.",
            usage: "marquee content list [<options>]")

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await target.openExisting()
            let content = try await place.platform.content.content(app: place.app)
            try output.print(content.articles) {
                guard !content.articles.isEmpty else {
                    return "No articles. Import some: marquee content import FOLDER --hub NAME"
                }
                let now = Timestamp(Date())
                let rows = content.articles.map { article in
                    let schedule = article.content.schedule
                    return [
                        schedule.published.map { String($0.description.prefix(10)) } ?? "", article.channel,
                        article.state(at: now).rawValue, article.uri.description, article.content.title,
                    ]
                }
                return TextTable(header: ["DATE", "CHANNEL", "STATE", "URI", "TITLE"], rows: rows).rendered()
            }
        }
    }
}
