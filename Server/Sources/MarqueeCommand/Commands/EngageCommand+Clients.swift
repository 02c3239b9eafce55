import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

extension EngageCommand {
    struct Client: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "client", abstract: "OAuth clients, with which apps reach lists and send events.",
            subcommands: [Show.self, Create.self, Revoke.self])

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "list", abstract: "List an app's clients, without their secrets.",
                usage: "marquee engage client list --app <app> [<options>]")

            @OptionGroup var place: AppPlace

            func run() async throws {
                let clients = try await place.open().engageClients.clients(app: place.app)
                try place.output.print(clients) {
                    TextTable(
                        header: ["ID", "NAME", "MADE", "MADE BY", "LAST USED", "STATE"],
                        rows: clients.map { client in
                            [
                                client.id, client.name, client.created.description, client.madeBy,
                                client.lastUsed?.description ?? "never", client.revoked == nil ? "valid" : "revoked",
                            ]
                        }
                    ).rendered()
                }
            }
        }

        struct Create: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Make a client, whose secrets are shown once.",
                usage: "marquee engage client create <name> --app <app> [<options>]")

            @Argument(help: "A name for people, such as the app's.")
            var name: String

            @Option(name: .long, help: "The server's public address, for the values that the app is configured with.")
            var host: String?

            @Option(name: .long, help: "The id of the list that the app uses, for the same values.")
            var list: Int64?

            @OptionGroup var place: AppPlace

            private struct Created: Encodable {
                let client: EngageClient
                let host: String?
                let secret: String
                let refreshToken: String
                let list: Int64?
            }

            func run() async throws {
                let platform = try await place.open()
                if let list { _ = try await platform.recipients.list(list, app: place.app) }
                let issued = try await platform.engageClients.createClient(
                    name: name, app: place.app, by: AppOptions.who)
                // Old apps put the paths behind the address as it is.
                let host = host.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
                try place.output.print(
                    Created(
                        client: issued.client, host: host, secret: issued.secret, refreshToken: issued.refreshToken,
                        list: list)
                ) {
                    """
                    Made client \(issued.client.id) of \(place.app). Its secrets are shown this once:
                    Host:          \(host ?? "the server's public address, with a slash at its end")
                    Client id:     \(issued.client.id)
                    Client secret: \(issued.secret)
                    Refresh token: \(issued.refreshToken)
                    List id:       \(list.map { "\($0)" } ?? "see `marquee engage list show`")
                    """
                }
            }
        }

        struct Revoke: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Make a client and its access tokens worthless at once.",
                usage: "marquee engage client revoke <id> --app <app> [<options>]")

            @Argument(help: "The client id.")
            var id: String

            @OptionGroup var place: AppPlace

            func run() async throws {
                try await place.open().engageClients.revokeClient(id, app: place.app, by: AppOptions.who)
                try place.output.print(AccountCommand.Done(name: id)) { "Revoked client \(id)" }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists of recipients.", subcommands: [Show.self, Create.self])

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Show an app's lists, tables, contact lists and queries.",
                usage: "marquee engage list show --app <app> [<options>]")

            @OptionGroup var place: AppPlace

            func run() async throws {
                let entries = try await place.open().recipients.entries(
                    app: place.app, kinds: Set(ListEntry.Kind.allCases))
                try place.output.print(entries) {
                    TextTable(
                        header: ["ID", "KIND", "NAME", "FOLDER", "SIZE"],
                        rows: entries.map { ["\($0.id)", $0.kind.rawValue, $0.name, $0.folder, "\($0.size)"] }
                    ).rendered()
                }
            }
        }

        struct Create: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Make a list with text columns.",
                usage: "marquee engage list create <name> --app <app> [<options>]")

            @Argument(help: "The list's name.")
            var name: String

            @Option(name: .long, help: "A column of text; repeat it.")
            var column: [String] = []

            @Option(name: .long, help: "A column of text that keeps two recipients from having one value; repeat it.")
            var unique: [String] = []

            @Option(name: .long, help: "The folder, as a path.")
            var folder = ""

            @OptionGroup var place: AppPlace

            func run() async throws {
                let columns =
                    unique.map { ListColumn(name: $0, type: .text, lookup: .unique) }
                    + column.map { ListColumn(name: $0, type: .text, lookup: .indexed) }
                let list = try await place.open().recipients.createList(
                    name, folder: folder, columns: columns, app: place.app, by: AppOptions.who)
                try place.output.print(list) { "Made list \(list.id), \(list.name)" }
            }
        }
    }
}
