import ArgumentParser
import Foundation
import Logging
import MarqueeServer
import PlatformStore

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run a server on a data directory.",
        discussion: "Every setting is a flag, an environment variable or a member of a JSON file, in this order:\n\n"
            + ServerOption.allCases.map {
                "  --set \($0.rawValue)=…  \($0.help) Default: \($0.defaultValue.isEmpty ? "none" : $0.defaultValue). \($0.environmentName)"
            }
            .joined(separator: "\n"))

    @Option(name: .long, help: "A setting and its value, as NAME=VALUE; repeat it for several.")
    var set: [String] = []

    @Option(name: .long, help: "The data directory; short for --set data=DIR.")
    var data: String?

    @Option(name: .long, help: "The port; short for --set port=PORT.")
    var port: String?

    @Option(name: .long, help: "A JSON file of settings.")
    var config: String?

    func run() async throws {
        var flags: [ServerOption: String] = [:]
        for setting in set {
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let option = ServerOption(rawValue: parts[0]) else {
                throw ValidationError("--set \(setting): not NAME=VALUE with a known name; see marquee serve --help")
            }
            flags[option] = parts[1]
        }
        flags[.data] = data ?? flags[.data]
        flags[.port] = port ?? flags[.port]
        let configuration = try ServerConfiguration(
            flags: flags, environment: ProcessInfo.processInfo.environment, file: config.map { URL(filePath: $0) })
        var logger = Logger(label: "marquee")
        logger.logLevel = configuration.logLevel
        let server = try MarqueeServer(configuration: configuration, logger: logger)
        let isNew = try await server.platform.accounts.isEmpty()
        try await server.run { addresses in
            var lines = ["Portal and device service: \(addresses.server)"]
            if isNew {
                lines.append("Make the first account: \(addresses.server)portal/set-up?token=\(server.setUpToken)")
            }
            if let lab = addresses.lab { lines.append("Device lab: \(lab)") }
            FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
        }
    }
}
