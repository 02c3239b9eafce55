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
            Every setting is a flag, an environment variable or a member of a JSON file; the first one that is given counts.

            \(ServerFlags.help)
            """)

    @Option(name: .long, help: "A JSON file of settings.")
    var config: String?

    /// The server's own table of settings parses these, so that flags, variables and file always have the same
    /// settings.
    @Argument(parsing: .allUnrecognized, help: .hidden)
    var settings: [String] = []

    func run() async throws {
        let configuration = try Self.configuration(settings, file: config)
        var logger = Logger(label: "marquee")
        logger.logLevel = configuration.logLevel
        let server = try await MarqueeServer(configuration: configuration, logger: logger)
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

    /// Reads the settings of a server.
    /// - Parameters:
    ///   - settings: flags with their values.
    ///   - file: a JSON file of settings.
    static func configuration(_ settings: [String], file: String?) throws -> ServerConfiguration {
        do {
            return try ServerConfiguration(
                flags: try ServerFlags.parse(settings), environment: ProcessInfo.processInfo.environment,
                file: file.map { URL(filePath: $0) })
        } catch {
            // The argument parser would print the usage of the whole command for one wrong setting.
            let text = "Error: \(error.message)\nSee 'marquee serve --help' for every setting.\n"
            FileHandle.standardError.write(Data(text.utf8))
            throw ExitCode.validationFailure
        }
    }
}
