import ArgumentParser
import Foundation
import MarqueeServer
import MarqueeWire
import PlatformStore
import Publishing

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "The signing keys of an app, and the files that an app carries.",
        subcommands: [Initialize.self, Rotate.self])

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace an app's keys, and sign the current documents with the new ones.",
            usage: "marquee keys rotate [<options>]",
            discussion: """
                The root's private key has to be in the data directory: it signs the change. Devices follow on their next refresh, without a new version \
                of the app.
                """)

        @Option(
            name: .long,
            help: "A role whose key is replaced: root, release or fresh; repeat it. All three unless given.")
        var role: [String] = []

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let roles = try role.map { name in
                guard let type = DocumentType(rawValue: name) else {
                    throw ValidationError("--role \(name) is not root, release or fresh")
                }
                return type
            }
            let place = try await target.openExisting()
            let summary = try await Publisher(platform: place.platform).rotateKeys(
                app: place.app, roles: roles.isEmpty ? Set(DocumentType.allCases) : Set(roles), by: AppOptions.who)
            try output.print(summary) {
                "App \(summary.app): root \(summary.rootVersion), valid until \(summary.expires); all current documents are signed with the new keys"
            }
        }
    }

    struct Initialize: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Make an app's keys and its first root, and write marquee.json for the app.",
            usage: "marquee keys init [<options>]",
            discussion:
                "An app that has keys keeps them; the files are written again. pubkey.der and zbimconfig.plist hold the same values for an app "
                + "that carries the ZBiM SDK's files.")

        @OptionGroup var target: AppOptions
        @OptionGroup var output: OutputOptions

        @Option(
            name: .long,
            help:
                "The root key's algorithm: ed25519, p256 (for keys in hardware), rsa (for apps that carry an old pubkey.der)."
        )
        var rootAlgorithm = "ed25519"

        @Option(
            name: .long,
            help:
                "The address by which devices reach the server, for the app's files; as serve's settings say unless given."
        )
        var server: String?

        @Option(name: .long, help: "The folder for marquee.json, pubkey.der and zbimconfig.plist.")
        var out = "."

        func run() async throws {
            guard let algorithm = PublicKey.Algorithm(rawValue: rootAlgorithm) else {
                throw ValidationError("--root-algorithm \(rootAlgorithm) is not ed25519, p256 or rsa")
            }
            let address = try address()
            let place = try await target.open()
            let publisher = Publisher(platform: place.platform)
            if try await place.platform.apps.app(place.app) == nil {
                _ = try await place.platform.apps.create(place.app, name: place.app, by: AppOptions.who)
            }
            let summary = try await publisher.keys.initialize(
                app: place.app, algorithm: algorithm, by: AppOptions.who)
            let folder = URL(filePath: out, directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try await publisher.keys.appConfiguration(scope: try place.scope(), server: address)
                .write(to: folder.appending(path: "marquee.json"))
            try await publisher.keys.publicKey(app: place.app).write(to: folder.appending(path: "pubkey.der"))
            try publisher.keys.configuration(scope: try place.scope(), server: address)
                .write(to: folder.appending(path: "zbimconfig.plist"))
            try output.print(summary) {
                """
                App \(summary.app): root \(summary.rootVersion), valid until \(summary.expires)
                Private keys: \(target.folder.appending(path: "keys").path) (keep a copy of the root's elsewhere)
                Add to the app: \(folder.appending(path: "marquee.json").path)
                Its address: \(address)\(Self.isThisMachine(address) ? "; only this machine reaches it, --server names another" : "")
                """
            }
        }

        private func address() throws -> URL {
            guard let server else {
                let environment = ProcessInfo.processInfo.environment
                return try ServerConfiguration(environment: environment).address
            }
            guard let address = URL(string: server), address.host() != nil else {
                throw ValidationError("--server \(server) is not an address such as https://content.example.org")
            }
            return address
        }

        private static func isThisMachine(_ address: URL) -> Bool {
            ["127.0.0.1", "localhost", "[::1]", "::1"].contains(address.host())
        }
    }
}
