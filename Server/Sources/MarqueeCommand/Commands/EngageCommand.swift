import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore

struct EngageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engage", abstract: "Lists of recipients, and the clients that may use them.",
        subcommands: [Client.self, List.self, Account.self, File.self, Person.self])

    /// The app that a command is about.
    struct AppPlace: ParsableArguments {
        @Option(name: .long, help: "The app's id.")
        var app: String

        @OptionGroup var directory: DataFolder
        @OptionGroup var output: OutputOptions

        func open() async throws -> Platform {
            let platform = try await directory.openExisting()
            guard try await platform.apps.app(app) != nil else {
                throw ValidationError("there is no app \(app) in \(directory.url.path)")
            }
            return platform
        }
    }

    struct Account: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or change what an app's account is allowed.",
            usage: "marquee engage account --app <app> [<options>]")

        enum Switch: String, ExpressibleByArgument, CaseIterable {
            case on
            case off
        }

        @Option(name: .long, help: "Whether universal events are accepted: on or off.")
        var events: Switch?

        @Option(name: .long, help: "The most access tokens that the app's clients get in any hour.")
        var tokensPerHour: Int?

        @OptionGroup var place: AppPlace

        func run() async throws {
            let clients = try await place.open().engageClients
            var account = try await clients.account(app: place.app)
            if events != nil || tokensPerHour != nil {
                account.isProvisioned = events.map { $0 == .on } ?? account.isProvisioned
                account.tokensPerHour = tokensPerHour ?? account.tokensPerHour
                try await clients.setAccount(account, by: AppOptions.who)
            }
            try place.output.print(account) {
                """
                Universal events: \(account.isProvisioned ? "accepted" : "refused")
                Access tokens in an hour: \(account.tokensPerHour)
                """
            }
        }
    }

    struct File: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Files for imports, and of exports.", subcommands: [Add.self, Get.self])

        struct Add: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Upload a file for an import.",
                usage: "marquee engage file add <path> --app <app> [<options>]")

            @Argument(help: "A CSV file, or the map of one.")
            var path: String

            @OptionGroup var place: AppPlace

            func run() async throws {
                let url = URL(filePath: path)
                let content = try FileContent(of: url).content
                let file = try await place.open().jobs.storeFile(
                    content, name: url.lastPathComponent, app: place.app, by: AppOptions.who)
                try place.output.print(file) { "Stored \(file.name), \(file.length) bytes" }
            }
        }

        struct Get: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Write a file to standard output.", usage: "marquee engage file get <name> --app <app>")

            @Argument(help: "The file's name, as a job names it.")
            var name: String

            @OptionGroup var place: AppPlace

            func run() async throws {
                let jobs = try await place.open().jobs
                var offset = 0
                while true {
                    let part = try await jobs.read(name, app: place.app, from: offset)
                    guard !part.isEmpty else { return }
                    try FileHandle.standardOutput.write(contentsOf: part)
                    offset += part.count
                }
            }
        }
    }
}
