import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeServer
import MarqueeTesting
import Publishing

/// A device that reads the magazine over loopback HTTP.
struct Reader {
    let marquee: Marquee

    init(of server: RunningServer, in folder: URL) async throws {
        let key = try await server.server.publisher.keys.publicKey(app: RunningServer.app)
        marquee = try Marquee(
            configuration: Configuration(service: server.service, trustAnchors: [key]),
            environment: Environment(
                folder: folder.appending(path: "device-\(UUID().uuidString)"), transport: URLSessionTransport()))
        marquee.run()
        try marquee.users.create("reader")
        try marquee.users.activate("reader")
    }

    /// - Returns: every body byte received.
    func refresh() async throws -> Int {
        switch await marquee.hub.refresh() {
        case .updated(_, let bytes), .unchanged(let bytes): return bytes
        case .failed(let error): throw error
        }
    }
}
