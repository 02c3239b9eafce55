import Foundation
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Collector

/// Recipients who have opted out: their events are stored and marked (ENG-091), their ids are not linked (ENG-204).
@Suite struct OptedOutTests {
    final class Door: OptedOutRecipients {
        let optedOut: Mutex<[String: [String: Timestamp]]>
        let asked = Mutex<[Set<String>]>([])
        let failure = Mutex<StoreError?>(nil)

        init(_ optedOut: [String: [String: Timestamp]]) { self.optedOut = Mutex(optedOut) }

        func optedOut(among recipients: Set<String>, app: String) async throws(StoreError) -> [String: Timestamp] {
            if let failure = failure.withLock({ $0 }) { throw failure }
            asked.withLock { $0.append(recipients) }
            return optedOut.withLock { $0[app] ?? [:] }.filter { recipients.contains($0.key) }
        }
    }

    private let time = TemporaryCollector.now + .seconds(-50)

    private func events(_ ids: [String], at seconds: Int64) -> [UniversalEvent] {
        ids.map {
            UniversalSample.event(
                .named, after: seconds, ["Device Id": "d1", "Recipient Id": $0, "Common Id": "p1", "n": "\(seconds)"])
        }
    }

    @Test func `events after an opt-out are stored with a mark, those from before without`() async throws {
        let store = try TemporaryCollector()
        let door = Door(["demo": ["r1": time], "other": ["r2": time]])
        let collector = try store.open(recipients: door)
        for seconds in [-60, -50, -40] as [Int64] {
            try await UniversalSample.store(events(["r1", "r2"], at: seconds), in: collector, scope: store.scope)
        }
        let stored = try await collector.events(EventQuery(scope: store.scope)).events
        let marked = stored.filter(\.isOptedOut)
        #expect(stored.count == 6 && marked.count == 2)
        #expect(marked.allSatisfy { $0.properties.contains("r1") && $0.time >= time })
        #expect(collector.live.recent(of: "demo").filter(\.isOptedOut).count == 2)
        let export = try await collector.questions.export(of: PersonIDs(recipient: "r1"), scope: store.scope)
        #expect(export.lines.filter { $0.contains(#""optedOut":true"#) }.count == 2)
        // Only the recipients of events are asked about, each once for what is folded together.
        #expect(door.asked.withLock { $0 } == Array(repeating: ["r1", "r2"], count: 3))
    }

    @Test func `events without a recipient ask nobody`() async throws {
        let store = try TemporaryCollector()
        let door = Door([:])
        let collector = try store.open(recipients: door)
        _ = try await collector.intake.accept(try Sample.body([Sample.event("a")]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(door.asked.withLock { $0.isEmpty })
    }

    @Test func `folding waits while nobody can say who has opted out`() async throws {
        let store = try TemporaryCollector()
        let door = Door(["demo": ["r1": time]])
        door.failure.withLock { $0 = StoreError(.storage, "the database is away") }
        let collector = try store.open(recipients: door)
        await #expect(throws: StoreError.self) {
            try await UniversalSample.store(events(["r1"], at: 0), in: collector, scope: store.scope)
        }
        #expect(try store.count("event") == 0)
        door.failure.withLock { $0 = nil }
        while try await collector.folding.foldOnce() {}
        #expect(try await collector.events(EventQuery(scope: store.scope)).events.map(\.isOptedOut) == [true])
    }

    @Test func `the id of a recipient who has opted out joins nothing`() async throws {
        let store = try TemporaryCollector()
        let door = Door([:])
        let collector = try store.open(recipients: door)
        try await UniversalSample.store(events(["r1", "r2"], at: -60), in: collector, scope: store.scope)
        let linked = try await collector.reports.profile(scope: store.scope, common: "p1").links.map(\.id)
        #expect(Set(linked) == ["p1", "r1", "r2"])
        // At once, for links from before.
        door.optedOut.withLock { $0 = ["demo": ["r1": time, "r3": time]] }
        let profile = try await collector.reports.profile(scope: store.scope, common: "p1")
        #expect(Set(profile.links.map(\.id)) == ["p1", "r2"] && profile.ids.recipient == "r2")
        try await UniversalSample.store(events(["r3"], at: -40), in: collector, scope: store.scope)
        #expect(
            try await collector.reports.links(scope: store.scope, install: "d1").map(\.id).sorted() == [
                "p1", "r1", "r2",
            ])
        door.optedOut.withLock { $0 = [:] }
        #expect(try await collector.reports.profile(scope: store.scope, common: "p1").links.count == 3)
    }
}
