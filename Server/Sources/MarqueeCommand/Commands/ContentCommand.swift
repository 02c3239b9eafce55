import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

struct ContentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content", abstract: "Hubs, channels and articles.",
        subcommands: [ImportCommand.self, List.self, TemplateCommand.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List articles with their URIs.",
            usage: "marquee content list [<options>]")

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
