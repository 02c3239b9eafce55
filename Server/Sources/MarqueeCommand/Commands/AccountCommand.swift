import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Who may sign in to the portal.",
        discussion: """
            Each account has a role in some wings of the portal. A password is asked for on the terminal, or read as the \
            first line of standard input. It is never an argument, because other users of the machine can see arguments.
            """,
        subcommands: [
            List.self, Add.self, Remove.self, SetRole.self, Password.self, SignOut.self, Invite.self, Invitations.self,
            RevokeInvitation.self, SecondFactorOff.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts.", usage: "marquee account list [<options>]")

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let accounts = try await directory.openExisting().accounts.accounts()
            try output.print(accounts) {
                TextTable(
                    header: ["NAME", "ROLES", "SECOND FACTOR", "MADE"],
                    rows: accounts.map {
                        [$0.name, $0.roles.text, $0.hasSecondFactor ? "on" : "off", $0.created.description]
                    }
                ).rendered()
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account.", usage: "marquee account add <name> --role <role> [<options>]",
            discussion: "The first account has to own the team wing.")

        @Argument(help: "The name, 1 to 64 bytes.")
        var name: String

        @Option(name: .long, help: RoleArguments.help)
        var role: [String]

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let roles = try RoleArguments.apply(role)
            let accounts = try await directory.open().accounts
            let password = try PasswordPrompt.read("Password of \(name)")
            let account = try await accounts.create(name: name, password: password, roles: roles, by: AppOptions.who)
            try output.print(account) { "Made account \(account.name): \(account.roles.text)" }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an account and end its sessions.", usage: "marquee account remove <name> [<options>]",
            discussion: "The last owner of the team wing stays.")

        @Argument(help: "The account's name.")
        var name: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await directory.openExisting().accounts.remove(name, by: AppOptions.who)
            try output.print(Done(name: name)) { "Removed account \(name)" }
        }
    }

    struct SetRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: "Change what an account may do.",
            usage: "marquee account role <name> <role> ... [<options>]",
            discussion: """
                It counts from the account's next request on. Wings that are not named keep their role. The last owner of \
                the team wing stays.
                """)

        @Argument(help: "The account's name.")
        var name: String

        @Argument(help: RoleArguments.help)
        var role: [String]

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            // Before the directory is opened: what cannot be read changes nothing there.
            _ = try RoleArguments.apply(role)
            let accounts = try await directory.openExisting().accounts
            guard let account = try await accounts.accounts().first(where: { $0.name == name }) else {
                throw StoreError(.notFound, "there is no account of that name")
            }
            let roles = try RoleArguments.apply(role, to: account.roles)
            try await accounts.setRoles(roles, of: name, by: AppOptions.who)
            try output.print(Done(name: name)) { "\(name) has now: \(roles.text)" }
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
            let accounts = try await directory.openExisting().accounts
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

    struct SecondFactorOff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "second-factor-off", abstract: "Let somebody who lost the second factor sign in without it.",
            usage: "marquee account second-factor-off <name> [<options>]")

        @Argument(help: "The account's name.")
        var name: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await directory.openExisting().secondFactors.remove(from: name, by: AppOptions.who)
            try output.print(Done(name: name)) { "\(name) signs in with the password alone" }
        }
    }

    /// What a change prints as JSON.
    struct Done: Encodable {
        let name: String
    }
}
