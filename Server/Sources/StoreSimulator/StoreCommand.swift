import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// A store that sells nothing: for tests, and for shops of the device lab.
@main
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store-simulator",
        abstract: "An app store for tests: sells, signs, verifies, gives back.",
        usage: "store-simulator [--host <address>] [--port <number>] [<options>]",
        discussion: """
            Makes a root certificate of its own at each start. Its addresses take and
            answer JSON; docs/receipts.md lists them. Whoever reaches the port can
            buy, so it listens on this machine alone unless told otherwise.
            """)

    @Option(name: .long, help: "Address to listen on.")
    var host = "127.0.0.1"

    @Option(name: .long, help: "Port; 0 lets the system choose.")
    var port = 8090

    @Option(name: .long, help: "The bundle id of the app that sells.")
    var bundleId = "org.example.game"

    @Option(name: .long, help: "The shared password that /verifyReceipt asks for.")
    var password: String?

    @Option(name: .long, help: "File to write the root certificate to, as PEM.")
    var rootFile: String?

    func run() async throws {
        let store = try SimulatedStore(bundleID: bundleId, password: password)
        if let rootFile {
            try store.authority.rootPEM.write(to: URL(filePath: rootFile), options: .atomic)
        }
        let router = Router()
        StoreRoutes(store: store).add(to: router)
        var logger = Logger(label: "store-simulator")
        logger.logLevel = .warning
        let host = host
        let application = Application(
            router: router, configuration: .init(address: .hostname(host, port: port)),
            onServerRunning: { channel in
                let line = #"{"address":"http://\#(host):\#(channel.localAddress?.port ?? 0)"}"# + "\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            }, logger: logger)
        try await application.runService()
    }
}
