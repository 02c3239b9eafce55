import ArgumentParser
import Foundation
import MarqueeServer
import PlatformStore

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run a server on a data directory.",
        usage: "marquee serve [--config FILE] [--SETTING VALUE ...]",
        discussion: """
            Every setting is a flag, an environment variable or a member of a JSON file, in which comments are allowed; \
            the first one that is given counts.

            \(ServerFlags.help)
            """)

    @OptionGroup var server: ServerSettings

    func run() async throws {
        let configuration = try server.configuration()
        let marquee = try await MarqueeServer(configuration: configuration, logger: ServerLog.make(configuration))
        let isNew = try await marquee.platform.accounts.isEmpty()
        try await marquee.run { addresses in
            let reached = configuration.publicURL ?? addresses.server
            var lines = ["Portal and device service: \(addresses.server)"]
            if reached != addresses.server { lines.append("Reached as: \(reached)") }
            if isNew {
                let page = reached.appending(path: "portal/set-up")
                lines.append("Make the first account: \(page)?token=\(marquee.setUpToken)")
            }
            if let operations = addresses.operations { lines.append("Metrics and readiness: \(operations)") }
            if let lab = addresses.lab { lines.append("Device lab: \(lab)") }
            FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
            SystemdNotice.ready()
        }
    }
}
