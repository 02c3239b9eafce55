import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

struct SecretCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "App secrets, with which apps sign their requests.",
        discussion: "An app may have several at once, so that a new version of the app can bring a new one.",
        subcommands: [List.self, Create.self, Rotate.self, Revoke.self])

    /// What a new secret prints as JSON.
    private struct Created: Encodable {
        let secret: AppSecret
        let text: String
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List an app's secrets, without their texts.",
            usage: "marquee secret list --app <app> [<options>]")

        @OptionGroup var place: AppPlace

        func run() async throws {
            let secrets = try await place.open().secrets(app: place.app)
            let now = Timestamp(Date())
            try place.output.print(secrets) {
                TextTable(
                    header: ["ID", "MADE", "MADE BY", "UNTIL"],
                    rows: secrets.map { [$0.id, $0.created.description, $0.madeBy, $0.end(at: now)] }
                ).rendered()
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make one more secret for an app, which is shown once.",
            usage: "marquee secret create --app <app> [<options>]")

        @OptionGroup var place: AppPlace

        func run() async throws {
            try place.show(try await place.open().createSecret(app: place.app, by: AppOptions.who))
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new secret, and let the app's others end after a grace period.",
            usage: "marquee secret rotate --app <app> [<options>]")

        @Option(name: .long, help: "Days in which the earlier secrets are accepted too, 0 to 90.")
        var grace = 7

        @OptionGroup var place: AppPlace

        func run() async throws {
            let grace = try Days.duration(grace, atLeast: 0, atMost: 90)
            try place.show(
                try await place.open().rotateSecrets(app: place.app, grace: grace, by: AppOptions.who))
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a secret worthless at once.", usage: "marquee secret revoke <id> --app <app> [<options>]")

        @Argument(help: "The secret's id, from the list.")
        var id: String

        @OptionGroup var place: AppPlace

        func run() async throws {
            try await place.open().revokeSecret(id, app: place.app, by: AppOptions.who)
            try place.output.print(AccountCommand.Done(name: id)) { "Revoked secret \(id)" }
        }
    }

    /// The app that a command is about.
    struct AppPlace: ParsableArguments {
        @Option(name: .long, help: "The app's id.")
        var app: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func open() async throws -> any CredentialStore {
            let platform = try await directory.openExisting()
            guard try await platform.apps.app(app) != nil else {
                throw ValidationError("there is no app \(app) in \(directory.url.path)")
            }
            return platform.credentials
        }

        func show(_ issued: IssuedSecret) throws {
            try output.print(Created(secret: issued.secret, text: issued.text)) {
                """
                Made secret \(issued.secret.id) of \(issued.secret.app)
                It is shown this once: \(issued.text)
                """
            }
        }
    }
}

extension AppSecret {
    /// Until when it is accepted, or why it is not.
    fileprivate func end(at now: Timestamp) -> String {
        guard revoked == nil else { return "revoked" }
        guard let expires else { return "no end" }
        return expires > now ? expires.description : "ended"
    }
}
