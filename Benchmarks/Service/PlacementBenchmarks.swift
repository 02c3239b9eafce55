import Benchmark
import Comparison
import Foundation
import MarqueeServer
import MarqueeTesting
import MarqueeWire
import PlatformStore

/// Requests for a content unit in the form of the SDKs in the field: the signature is checked, a nonce is taken, one of 100
/// units with rules and caps is chosen and counted, all on disk before the signed answer. Beside requests of the same size
/// to the same route that are read and answered with a fixed JSON document, because they are no forms.
enum PlacementBenchmarks {
    private static let units = 100
    private static let devices = 10_000

    /// Connections that last, as those of a proxy, and those of devices, which ask a few times after a start.
    static func register() {
        for connections in [16, 64, 256, 1_024] { register(connections, "\(connections) connections") }
        for requests in [1, 2, 4] {
            register(256, requestsOfConnection: requests, "256 connections, new ones after \(requests) requests")
        }
    }

    private static func register(_ connections: Int, requestsOfConnection: Int = .max, _ load: String) {
        let contest = Contest(unit: "requests", against: "a fixed JSON answer of the same route")
        Benchmark("Placements: a unit among \(units), \(load)", configuration: contest.configuration(rounds: 7)) {
            try await measure(
                contest, $0, connections: connections, requestsOfConnection: requestsOfConnection)
        }
    }

    private static func measure(
        _ contest: Contest, _ benchmark: Benchmark, connections: Int, requestsOfConnection: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(in: folder.url)
        try await fill(server.server.platform.placements)
        let issued = try await server.server.platform.credentials.createSecret(app: RunningServer.app, by: "benchmark")
        guard let secret = PlacementSecret(issued.text) else { throw BenchmarkFailure("the secret cannot sign") }
        let count = max(8_000, 32 * connections)
        let bodies = (0..<count).map { body($0, secret) }
        let content = server.address.appending(path: "v3/publisher/content")
        let noForms = bodies.map { [UInt8](repeating: UInt8(ascii: "%"), count: $0.count) }
        @Sendable func load(_ status: Int) throws -> PostLoad {
            try PostLoad(
                to: content, connections: connections, status: status, requestsOfConnection: requestsOfConnection)
        }
        try await contest.round(
            benchmark, count: count, ours: { try await load(200).run(bodies) },
            baseline: { try await load(400).run(noForms) })
        await server.close()
    }

    /// A request of one of the devices.
    private static func body(_ number: Int, _ secret: PlacementSecret) -> [UInt8] {
        let (gid, nonce) = ("device-\(number % devices)", UUID().uuidString)
        let signature = secret.signature(
            of: .init(token: RunningServer.app, session: "", gid: gid, nonce: nonce), asAncestor: false)
        let parameters = [
            "token=\(RunningServer.app)", "signature=\(signature)", "nonce=\(nonce)", "session=", "gid=\(gid)",
            "app=org.example.game", "app_version=417", "sdk-ios=1.13.1", "plugin=ios", "hardware=iPhone5%2C1",
            "os=iPhone+OS+6.1.3", "idiom=0", "languages=\(["en-US", "de-DE", "fr-FR", "ja-JP"][number % 4])",
            "connection=2", "width=320", "height=480", "scale=2", "placement_id=start", "stime=12", "preload=0",
            "isa=1",
        ]
        return Array(parameters.joined(separator: "&").utf8)
    }

    /// Units of ten priorities, each for some countries and systems, at some times of the week, and with two caps; and some
    /// devices that opted out, so that it is looked up for each request whether its device has opted in again.
    private static func fill(_ placements: any PlacementStore) async throws {
        let countries = ["DE", "FR", "US", "JP", "IT", "ES"]
        for number in 0..<units {
            let chosen = [0, 1, 3].map { "\"\(countries[(number + $0) % 6])\"" }.joined(separator: ", ")
            let zone = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "GMT"][number % 4]
            let rules = """
                {"caps": [{"limit": 3, "scope": "device", "seconds": 86400}, {"limit": 1000000, "scope": "everybody"}],
                 "timeZone": "\(zone)", "hours": [{"weekdays": [1, 2, 3, 4, 5, 6, 7], "start": 0, "end": 1440}],
                 "conditions": [{"attribute": "country", "test": "oneOf", "values": [\(chosen)]},
                                {"attribute": "os_version", "test": "atLeast", "bound": \(4 + number % 3)}]}
                """
            let unit = ContentUnitRecord(
                app: RunningServer.app, id: "unit-\(number)", name: "Unit \(number)", kind: .announcement,
                document: UnitDocument(["title": .text("News"), "message": .text("There is news.")]),
                rules: try JSONDecoder().decode(UnitRules.self, from: Data(rules.utf8)))
            _ = try await placements.create(unit, by: "benchmark")
        }
        let list = (0..<units).map { PlacementRecord.Entry(unit: "unit-\($0)", priority: 1 + $0 / 10) }
        _ = try await placements.create(
            PlacementRecord(app: RunningServer.app, tag: "start", name: "Start", units: list), by: "benchmark")
        for number in 0..<100 { try await placements.forget(install: "gone-\(number)", app: RunningServer.app) }
    }
}
