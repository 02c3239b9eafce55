import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "API tokens, which programs use instead of a password.",
        discussion: """
            Scopes:
            \(APIScope.allCases.map { "  \($0.rawValue.padding(toLength: 15, withPad: " ", startingAt: 0)) \($0.purpose)" }.joined(separator: "\n"))
            """,
        subcommands: [List.self, Create.self, Revoke.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the API tokens, without their secrets.", usage: "marquee token list [<options>]")

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let tokens = try await directory.openExisting().credentials.tokens()
            let now = Timestamp(Date())
            try output.print(tokens) {
                TextTable(
                    header: ["ID", "NAME", "APP", "SCOPES", "UNTIL", "LAST USED", "MADE BY"],
                    rows: tokens.map { token in
                        [
                            token.id, token.name, token.app ?? "all",
                            token.scopes.sorted().map(\.rawValue).joined(separator: " "),
                            token.end(at: now), token.lastUsed?.description ?? "never", token.madeBy,
                        ]
                    }
                ).rendered()
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an API token, which is shown once.",
            usage: "marquee token create <name> --scope <scope> ... --app <app> [<options>]")

        @Argument(help: "A name for people, such as the program's.")
        var name: String

        @Option(name: .long, help: "A scope; repeat it. \(APIScope.allCases.map(\.rawValue).joined(separator: ", ")).")
        var scope: [String]

        @Option(name: .long, help: "The only app that the token is for.")
        var app: String?

        @Flag(name: .long, help: "A token for all apps, and for what belongs to none.")
        var allApps = false

        @Option(name: .long, help: "Days until the token stops working, 1 to 3650.")
        var days: Int?

        @Flag(name: .long, help: "A token that works until it is revoked.")
        var noExpiry = false

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        private struct Created: Encodable {
            let token: APIToken
            let text: String
        }

        func validate() throws {
            guard (app != nil) != allApps else { throw ValidationError("either --app or --all-apps is needed") }
            guard days == nil || !noExpiry else { throw ValidationError("--days and --no-expiry exclude each other") }
        }

        func run() async throws {
            let scopes = try scope.flatMap { $0.split(separator: ",") }.map { name in
                guard let scope = APIScope(rawValue: String(name)) else {
                    throw ValidationError("\"\(name)\" is no scope; `marquee token --help` lists them")
                }
                return scope
            }
            let lifetime =
                noExpiry ? nil : try days.map { try Days.duration($0, atMost: 3650) } ?? CredentialLifetime.token
            let issued = try await directory.openExisting().credentials.createToken(
                name: name, app: app, scopes: Set(scopes), lifetime: lifetime, by: AppOptions.who)
            try output.print(Created(token: issued.token, text: issued.text)) {
                """
                Made token \(issued.token.id), \(issued.token.expires.map { "valid until \($0)" } ?? "without an end")
                It is shown this once: \(issued.text)
                """
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an API token worthless at once.", usage: "marquee token revoke <id> [<options>]")

        @Argument(help: "The token's id, from the list.")
        var id: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await directory.openExisting().credentials.revokeToken(id, by: AppOptions.who)
            try output.print(AccountCommand.Done(name: id)) { "Revoked token \(id)" }
        }
    }
}

extension APIToken {
    /// Until when it works, or why it does not.
    fileprivate func end(at now: Timestamp) -> String {
        guard revoked == nil else { return "revoked" }
        guard let expires else { return "no end" }
        return expires > now ? expires.description : "expired"
    }
}
