import Collector
import Foundation
import Logging
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Testing

@testable import MarqueeServer

/// The SDK on a device against a real server that it knows as its Engage host (`engage.host`).
@Suite(.serialized) struct EngageDeviceTests {
    /// A server that can be stopped and started again over the same data and at the same port.
    private actor Host {
        let folder: URL
        private var current: MarqueeServer?
        private(set) var address: URL
        private var running: Task<Void, any Error>

        var server: MarqueeServer { get throws { try #require(current) } }

        init(in folder: URL) async throws {
            self.folder = folder
            let started = try await Self.start(folder, port: 0)
            (current, address, running) = started
        }

        private static func start(_ folder: URL, port: Int) async throws -> (
            MarqueeServer, URL, Task<Void, any Error>
        ) {
            let server = try await MarqueeServer(
                configuration: ServerConfiguration(flags: [.data: folder.path, .port: "\(port)", .lab: "off"]),
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
            let (addresses, continuation) = AsyncStream<URL>.makeStream()
            let running = Task {
                defer { continuation.finish() }
                try await server.run { continuation.yield($0.server) }
            }
            return (server, try #require(await addresses.first { _ in true }), running)
        }

        func stop() async {
            running.cancel()
            _ = await running.result
            current = nil
        }

        func startAgain() async throws {
            let port = try #require(address.port)
            // The threads of the stopped server let go of its files a moment after it has ended.
            var started: (MarqueeServer, URL, Task<Void, any Error>)?
            let end = ContinuousClock.now + .seconds(60)
            while started == nil {
                do { started = try await Self.start(folder, port: port) } catch {
                    guard (error as? StoreError)?.code == .storage, ContinuousClock.now < end else { throw error }
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
            let again = try #require(started)
            (current, address, running) = again
        }

        /// The ids of the warehouse's events of one name.
        func stored(_ name: String, _ scope: Scope) async throws -> [EventID] {
            try await server.collector.events(EventQuery(scope: scope, name: name, limit: 1000)).events.map(\.id)
        }
    }

    private let scope: Scope

    init() throws { scope = try Scope(app: "brand") }

    private func device(_ host: Host, _ clock: ManualClock, in folder: URL) async throws -> Marquee {
        let (server, address) = (try await host.server, await host.address)
        let clients = server.platform.engageClients
        _ = try await server.platform.apps.create("brand", name: "Brand", by: "test")
        try await clients.setAccount(EngageAccount(app: "brand", isProvisioned: true), by: "test")
        let issued = try await clients.createClient(name: "Phone", app: "brand", by: "test")
        let json: [String: Any] = [
            "app": "brand", "service": address.appending(path: ServiceRoute.servicePath(scope)).absoluteString,
            "engage": [
                "host": address.absoluteString, "clientID": issued.client.id, "clientSecret": issued.secret,
                "refreshToken": issued.refreshToken, "listID": "100000",
            ],
        ]
        let marquee = try Marquee(
            configuration: Configuration(data: try JSONSerialization.data(withJSONObject: json)),
            environment: Environment(folder: folder, transport: URLSessionTransport(), clock: clock))
        marquee.run()
        return marquee
    }

    /// Sends until nothing waits; the waits between attempts take no time.
    private func drain(_ marquee: Marquee, _ clock: ManualClock) async -> FlushReceipt {
        var receipt = await marquee.engage.flush()
        for _ in 0..<60 where receipt.waiting > 0 {
            clock.advance(by: .seconds(60))
            receipt = await marquee.engage.flush()
        }
        return receipt
    }

    @Test(.timeLimit(.minutes(10)))
    func `what a device tracks is in the warehouse once, also around a restart of the server`() async throws {
        let folder = try TemporaryFolder()
        let host = try await Host(in: folder.url.appending(path: "server"))
        let clock = ManualClock(Timestamp(Date()))
        let marquee = try await device(host, clock, in: folder.url.appending(path: "device"))
        var tracked: Set<EventID> = []
        func track(_ numbers: Range<Int>) throws {
            for number in numbers {
                let event = EngageEvent.goalCompleted("Goal \(number)", ["Recipient Id": "17"])
                tracked.insert(try #require(marquee.engage.track(event)))
            }
        }
        let name = UniversalEventType.goalCompleted.eventName
        try track(0..<40)
        #expect(await drain(marquee, clock).waiting == 0)
        #expect(try await eventually { try await host.stored(name, scope).count == 40 })

        try track(40..<60)
        await host.stop()
        // Nobody answers, so the events stay.
        #expect(await marquee.engage.flush().waiting > 0)
        try track(60..<80)
        try await host.startAgain()
        let last = await drain(marquee, clock)
        #expect(last.waiting == 0 && last.failed == 0, "\(last)")
        #expect(try await eventually { try await host.stored(name, scope).count == 80 })
        #expect(tracked.count == 80)
        #expect(Set(try await host.stored(name, scope)) == tracked)
        #expect(try await host.server.collector.reports.sequenceGaps(scope: scope).gaps.isEmpty)
        await marquee.close()
        await host.stop()
    }

    // ENG-204
    @Test(.timeLimit(.minutes(10)))
    func `the ids of an install are one person once the app passes a common id with an event`() async throws {
        let folder = try TemporaryFolder()
        let host = try await Host(in: folder.url.appending(path: "server"))
        let clock = ManualClock(Timestamp(Date()))
        let marquee = try await device(host, clock, in: folder.url.appending(path: "device"))
        try marquee.users.create("ann")
        try marquee.users.activate("ann")
        _ = try await marquee.core.outbox.record("opened")
        try await marquee.engage.record(.named("first", ["Recipient Id": "17", "Custom Id": "custom-1"]))
        #expect(await drain(marquee, clock).waiting == 0)
        var outcome = await marquee.core.eventSender.drain()
        for _ in 0..<20 where try marquee.core.outbox.counts().notPosted > 0 {
            clock.advance(by: .seconds(60))
            outcome = await marquee.core.eventSender.drain()
        }
        let problems = "\(outcome) \(marquee.core.configuration.problems) \(try marquee.core.outbox.counts())"
        let install = marquee.core.installID
        let collector = try await host.server.collector
        #expect(
            try await eventually {
                try await collector.events(EventQuery(scope: scope, name: "opened")).events.map(\.install) == [install]
            }, "\(problems)")
        #expect(try await collector.reports.profile(scope: scope, common: "person-7").links.isEmpty)
        #expect(
            try await eventually {
                try await collector.reports.links(scope: scope, install: install).map(\.kind) == [.recipient]
            })

        try await marquee.engage.record(.named("second", ["Recipient Id": "17", "Common Id": "person-7"]))
        #expect(await drain(marquee, clock).waiting == 0)
        #expect(
            try await eventually {
                try await collector.folding.tidy()
                let ids = try await collector.reports.profile(scope: scope, common: "person-7").ids
                return ids == PersonIDs(recipient: "17", users: ["ann"], devices: [install])
            })
        let links = try await collector.reports.profile(scope: scope, common: "person-7").links
        #expect(links.contains { $0.kind == .custom && $0.id == "custom-1" })
        let link = try #require(links.first { $0.kind == .common })
        #expect(try await collector.removeLink(link.key, scope: scope))
        #expect(try await collector.reports.profile(scope: scope, common: "person-7").ids.isEmpty)
        await marquee.close()
        await host.stop()
    }

    // ENG-091
    @Test(.timeLimit(.minutes(10)))
    func `the events of a recipient who has opted out are stored with a mark`() async throws {
        let folder = try TemporaryFolder()
        let host = try await Host(in: folder.url.appending(path: "server"))
        let clock = ManualClock(Timestamp(Date()))
        let marquee = try await device(host, clock, in: folder.url.appending(path: "device"))
        let recipients = try await host.server.platform.recipients
        let list = try await recipients.createList(
            "Customers", folder: "", columns: [ListColumn(name: "Name", type: .text)], app: "brand", by: "test")
        let ids = [
            try await recipients.add(RecipientAddition(["Name": "Ann"]), to: list.id, app: "brand").id,
            try await recipients.add(RecipientAddition(["Name": "Bob"]), to: list.id, app: "brand").id,
        ]
        _ = try await recipients.setOptedOut(true, .id(ids[0]), in: list.id, app: "brand")
        clock.advance(by: .seconds(5))
        for id in ids { try await marquee.engage.record(.named("later", ["Recipient Id": .text("\(id)")])) }
        #expect(await drain(marquee, clock).waiting == 0)
        let name = UniversalEventType.named.eventName
        #expect(try await eventually { try await host.stored(name, scope).count == 2 })
        let events = try await host.server.collector.events(EventQuery(scope: scope, name: name)).events
        #expect(events.filter(\.isOptedOut).allSatisfy { $0.properties.contains("\(ids[0])") })
        #expect(events.filter(\.isOptedOut).count == 1)
        await marquee.close()
        await host.stop()
    }
}
