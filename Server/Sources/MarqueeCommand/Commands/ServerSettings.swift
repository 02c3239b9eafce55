import ArgumentParser
import Foundation
import MarqueeServer

/// The settings of a server as a command gets them: `--config` and a flag for each setting.
///
/// The server's own table of settings parses the flags, so that flags, variables and file always have the same
/// settings.
struct ServerSettings: ParsableArguments {
    @Option(name: .long, help: "A JSON file of settings; comments are allowed in it.")
    var config: String?

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var settings: [String] = []

    func configuration() throws -> ServerConfiguration {
        try Self.explained { () throws(ServerConfigurationError) in
            try ServerConfiguration(
                flags: try ServerFlags.parse(settings), environment: ProcessInfo.processInfo.environment,
                file: config.map { URL(filePath: $0) })
        }
    }

    /// Ends the command with one sentence for a wrong setting. The argument parser would print the usage of the whole
    /// command.
    static func explained<Value>(_ body: () throws(ServerConfigurationError) -> Value) throws -> Value {
        do { return try body() } catch {
            let text = "Error: \(error.message)\nSee 'marquee serve --help' for every setting.\n"
            FileHandle.standardError.write(Data(text.utf8))
            throw ExitCode.validationFailure
        }
    }
}
