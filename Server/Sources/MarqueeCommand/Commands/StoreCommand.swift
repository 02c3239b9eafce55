import ArgumentParser
import Foundation
import PlatformStore

struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "How the app store knows an app, for verifying receipts.",
        discussion: "Receipts wait until the app's bundle ids are known. See docs/receipts.md.",
        subcommands: [Show.self, Set.self])

    /// What is printed; the password itself is not.
    private struct Shown: Encodable {
        let app: String
        let bundleIDs: [String]
        let hasPassword: Bool

        init(_ identity: StoreIdentity?, app: String) {
            self.app = app
            bundleIDs = identity?.bundleIDs ?? []
            hasPassword = identity?.password != nil
        }

        var text: String {
            let names = bundleIDs.isEmpty ? "no bundle id" : bundleIDs.joined(separator: ", ")
            return "\(app): \(names); \(hasPassword ? "with" : "without") the store's shared password"
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show an app's bundle ids, and whether its password is known.",
            usage: "marquee store show --app <app> [<options>]")

        @OptionGroup var options: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await options.openApp()
            let shown = Shown(try await place.platform.purchases.identity(app: place.app), app: place.app)
            try output.print(shown) { shown.text }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say an app's bundle ids, and the store's shared password.",
            usage: "marquee store set --bundle-id <id> --app <app> [<options>]")

        @Option(name: .long, help: "A bundle id of the app; again for each further one.")
        var bundleId: [String]

        @Option(name: .long, help: "File with the store's shared password; no file, no password.")
        var passwordFile: String?

        @OptionGroup var options: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try await options.openApp()
            let password = try passwordFile.map {
                try TextFile.read($0, maximum: 1024).trimmingCharacters(in: .whitespacesAndNewlines)
            }
            let identity = StoreIdentity(bundleIDs: bundleId, password: password)
            try await place.platform.purchases.setIdentity(identity, app: place.app, by: AppOptions.who)
            let shown = Shown(identity, app: place.app)
            try output.print(shown) { shown.text }
        }
    }
}
