import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

extension AccountCommand {
    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link by which one person makes an account.",
            usage: "marquee account invite --role <role> [<options>]",
            discussion: "The link is shown once and works once. No mail is sent: send it yourself.")

        @Option(name: .long, help: RoleArguments.help)
        var role: [String]

        @Option(name: .long, help: "Days until the link stops working, 1 to 90.")
        var days = 7

        @Option(name: .long, help: "For whom it is; stands in the list.")
        var note = ""

        @Option(name: .long, help: "The server's address, for the link.")
        var server = "http://localhost:8080"

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        private struct Invited: Encodable {
            let id: String
            let roles: WingRoles
            let expires: Timestamp
            let link: String
        }

        func run() async throws {
            guard let address = URL(string: server), address.host() != nil else {
                throw ValidationError("--server \(server) is not an address such as https://content.example.org")
            }
            let lifetime = try Days.duration(days, atMost: 90)
            let roles = try RoleArguments.apply(role)
            let issued = try await directory.openExisting().invitations.create(
                roles: roles, note: note, lifetime: lifetime, by: AppOptions.who)
            let invitation = issued.invitation
            let link = address.appending(path: "portal/invitation/\(issued.token)").absoluteString
            try output.print(
                Invited(id: invitation.id, roles: invitation.roles, expires: invitation.expires, link: link)
            ) {
                """
                Invitation \(invitation.id): \(invitation.roles.text), until \(invitation.expires)
                The link is shown this once: \(link)
                """
            }
        }
    }

    struct Invitations: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the invitations.", usage: "marquee account invitations [<options>]")

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let invitations = try await directory.openExisting().invitations.invitations()
            try output.print(invitations) {
                TextTable(
                    header: ["ID", "STATE", "ROLES", "UNTIL", "MADE BY", "ACCOUNT", "NOTE"],
                    rows: invitations.map {
                        [
                            $0.id, $0.state.rawValue, $0.roles.text, $0.expires.description, $0.madeBy,
                            $0.account ?? "-", $0.note,
                        ]
                    }
                ).rendered()
            }
        }
    }

    struct RevokeInvitation: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke-invitation", abstract: "Make an open invitation worthless.",
            usage: "marquee account revoke-invitation <id> [<options>]")

        @Argument(help: "The invitation's id, from the list.")
        var id: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await directory.openExisting().invitations.revoke(id, by: AppOptions.who)
            try output.print(Done(name: id)) { "Revoked invitation \(id)" }
        }
    }
}
