import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Who may sign in to the portal.",
        discussion: """
            An administrator does everything, an editor content and publishing, a viewer looks. A password is asked for \
            on the terminal, or read as the first line of standard input; it is never an argument, which others of the \
            machine could see.
            """,
        subcommands: [List.self, Add.self, Remove.self, Role.self, Password.self, SignOut.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts.", usage: "marquee account list [<options>]")

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let accounts = try await directory.openExisting().accounts.accounts()
            try output.print(accounts) {
                TextTable(
                    header: ["NAME", "ROLE", "MADE"],
                    rows: accounts.map { [$0.name, $0.role.rawValue, $0.created.description] }
                ).rendered()
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account.", usage: "marquee account add <name> --role <role> [<options>]",
            discussion: "The first account has to be an administrator's.")

        @Argument(help: "The name, 1 to 64 bytes.")
        var name: String

        @Option(name: .long, help: "administrator, editor or viewer.", transform: AccountCommand.role)
        var role: AccountRecord.Role

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let accounts = try directory.open().accounts
            let password = try PasswordPrompt.read("Password of \(name)")
            let account = try await accounts.create(name: name, password: password, role: role, by: AppOptions.who)
            try output.print(account) { "Made account \(account.name), \(account.role.rawValue)" }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an account and end its sessions.", usage: "marquee account remove <name> [<options>]",
            discussion: "The last administrator stays.")

        @Argument(help: "The account's name.")
        var name: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await directory.openExisting().accounts.remove(name, by: AppOptions.who)
            try output.print(Done(name: name)) { "Removed account \(name)" }
        }
    }

    struct Role: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let an account do more or less.", usage: "marquee account role <name> <role> [<options>]",
            discussion: "It counts from the account's next request on. One administrator has to be left.")

        @Argument(help: "The account's name.")
        var name: String

        @Argument(help: "administrator, editor or viewer.", transform: AccountCommand.role)
        var role: AccountRecord.Role

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await directory.openExisting().accounts.setRole(role, of: name, by: AppOptions.who)
            try output.print(Done(name: name)) { "\(name) is \(role.rawValue) now" }
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an account another password, and sign it out everywhere.",
            usage: "marquee account password <name> [<options>]")

        @Argument(help: "The account's name.")
        var name: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let accounts = try directory.openExisting().accounts
            let password = try PasswordPrompt.read("New password of \(name)")
            try await accounts.setPassword(password, of: name, by: AppOptions.who)
            try output.print(Done(name: name)) { "\(name) has a new password and is signed out everywhere" }
        }
    }

    struct SignOut: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-out", abstract: "End an account's sessions in every browser.",
            usage: "marquee account sign-out <name> [<options>]")

        @Argument(help: "The account's name.")
        var name: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await directory.openExisting().accounts.signOutEverywhere(name, by: AppOptions.who)
            try output.print(Done(name: name)) { "\(name) is signed out everywhere" }
        }
    }

    private static func role(_ text: String) throws -> AccountRecord.Role {
        guard let role = AccountRecord.Role(rawValue: text) else {
            throw ValidationError("a role is administrator, editor or viewer")
        }
        return role
    }

    /// What a change prints as JSON.
    private struct Done: Encodable {
        let name: String
    }
}
