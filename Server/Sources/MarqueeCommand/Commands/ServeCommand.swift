import ArgumentParser
import Foundation
import Logging
import MarqueeServer
import PlatformStore

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run a server on a data directory.",
        usage: "marquee serve [--config FILE] [--SETTING VALUE ...]",
        discussion: """
            Every setting is a flag, an environment variable or a member of a JSON file; the first of them counts.

            \(ServerFlags.help)
            """)

    @Option(name: .long, help: "A JSON file of settings.")
    var config: String?

    /// Read by the server's own table of settings, so that flags, variables and file cannot drift apart.
    @Argument(parsing: .allUnrecognized, help: .hidden)
    var settings: [String] = []

    func run() async throws {
        let configuration = try configuration()
        var logger = Logger(label: "marquee")
        logger.logLevel = configuration.logLevel
        let server = try MarqueeServer(configuration: configuration, logger: logger)
        let isNew = try await server.platform.accounts.isEmpty()
        try await server.run { addresses in
            let reached = configuration.publicURL ?? addresses.server
            var lines = ["Portal and device service: \(addresses.server)"]
            if reached != addresses.server { lines.append("Reached as: \(reached)") }
            if isNew {
                let page = reached.appending(path: "portal/set-up")
                lines.append("Make the first account: \(page)?token=\(server.setUpToken)")
            }
            if let operations = addresses.operations { lines.append("Metrics and readiness: \(operations)") }
            if let lab = addresses.lab { lines.append("Device lab: \(lab)") }
            FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
        }
    }

    private func configuration() throws -> ServerConfiguration {
        do {
            return try ServerConfiguration(
                flags: try ServerFlags.parse(settings), environment: ProcessInfo.processInfo.environment,
                file: config.map { URL(filePath: $0) })
        } catch {
            // The parser would print how the whole program is called, where one setting is wrong.
            let text = "Error: \(error.message)\nSee 'marquee serve --help' for every setting.\n"
            FileHandle.standardError.write(Data(text.utf8))
            throw ExitCode.validationFailure
        }
    }
}
