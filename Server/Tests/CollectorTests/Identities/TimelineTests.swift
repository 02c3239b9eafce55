import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// A recipient's events (ENG-194).
@Suite struct TimelineTests {
    private func names(
        _ person: PersonIDs, in collector: Collector, _ store: TemporaryCollector, limit: Int = 100
    ) async throws -> [String] {
        var (names, before): ([String], EventCursor?) = ([], nil)
        repeat {
            let page = try await collector.questions.timeline(
                of: person, scope: store.scope, before: before, limit: limit)
            for event in page.events {
                let properties = try JSONDecoder().decode([String: String].self, from: Data(event.properties.utf8))
                names.append(properties["n"] ?? "?")
            }
            before = page.next
        } while before != nil && names.count < 100
        return names
    }

    @Test func `events from before the recipient existed are on its timeline once its device names it`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(after: 100)
        try await UniversalSample.store(
            [
                UniversalSample.event(.installed, ["Device Id": "d1", "n": "1", "Recipient Id": ""]),
                UniversalSample.event(
                    .named, after: 1, ["Device Id": "d1", "n": "2", "Primary User Id": "m1", "Recipient Id": ""]),
                UniversalSample.event(.named, after: 1, ["Device Id": "d2", "n": "other", "Primary User Id": "m2"]),
            ], in: collector, scope: store.scope)
        let person = PersonIDs(recipient: "r1", mobileUsers: ["m1"])
        // By the mobile user id of the recipient's record, and by its device.
        #expect(try await names(person, in: collector, store) == ["2", "1"])
        #expect(try await names(PersonIDs(recipient: "r1"), in: collector, store).isEmpty)
        try await UniversalSample.store(
            [UniversalSample.event(.named, after: 2, ["Device Id": "d1", "n": "3", "Recipient Id": "r1"])],
            in: collector, scope: store.scope)
        // The device named the mobile user first, so the oldest event is that person's.
        #expect(try await names(PersonIDs(recipient: "r1"), in: collector, store) == ["3"])
        for limit in [1, 2, 3] {
            #expect(try await names(person, in: collector, store, limit: limit) == ["3", "2", "1"])
        }
    }

    @Test func `the recipient id decides before the mobile user id, and both before the device`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(after: 100)
        try await UniversalSample.store(
            [
                UniversalSample.event(
                    .named, ["Device Id": "d1", "n": "1", "Recipient Id": "r1", "Primary User Id": "m2"]),
                UniversalSample.event(.named, after: 1, ["Device Id": "d1", "n": "2", "Primary User Id": "m2"]),
                UniversalSample.event(.named, after: 2, ["Device Id": "d1", "n": "3"]),
            ], in: collector, scope: store.scope)
        #expect(try await names(PersonIDs(recipient: "r1", mobileUsers: ["m1"]), in: collector, store) == ["1"])
        #expect(
            try await names(PersonIDs(recipient: "r2", mobileUsers: ["m2"]), in: collector, store) == ["3", "2"])
        // Ids are compared byte for byte.
        #expect(try await names(PersonIDs(recipient: "R1"), in: collector, store).isEmpty)
    }

    @Test func `on a shared device, events without a name belong to whom the device names next`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(after: 100)
        let d1 = "Device Id"
        try await UniversalSample.store(
            [
                UniversalSample.event(.named, [d1: "d1", "n": "before r1"]),
                UniversalSample.event(.named, after: 1, [d1: "d1", "n": "r1", "Recipient Id": "r1"]),
                UniversalSample.event(.named, after: 2, [d1: "d1", "n": "before r2"]),
                UniversalSample.event(.named, after: 3, [d1: "d1", "n": "r2", "Recipient Id": "r2"]),
                UniversalSample.event(.named, after: 4, [d1: "d1", "n": "after r2"]),
            ], in: collector, scope: store.scope)
        #expect(try await names(PersonIDs(recipient: "r1"), in: collector, store) == ["r1", "before r1"])
        #expect(try await names(PersonIDs(recipient: "r2"), in: collector, store) == ["after r2", "r2", "before r2"])
        let link = IdentityLink.Key(install: "d1", kind: .recipient, id: "r2")
        #expect(try await collector.removeLink(link, scope: store.scope))
        #expect(try await names(PersonIDs(recipient: "r2"), in: collector, store) == ["r2"])
        #expect(try await collector.restoreLink(link, scope: store.scope))
        #expect(try await names(PersonIDs(recipient: "r2"), in: collector, store).count == 3)
        #expect(try await !collector.removeLink(.init(install: "d9", kind: .recipient, id: "r2"), scope: store.scope))
    }

    @Test func `a timeline knows its app alone, and an id of the app's user finds the device's events`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(after: 100)
        let event = UniversalSample.event(.named, ["Device Id": "d1", "n": "1", "Recipient Id": "r1"])
        try await UniversalSample.store([event], in: collector, scope: try Scope(app: "other"))
        #expect(try await names(PersonIDs(recipient: "r1"), in: collector, store).isEmpty)
        _ = try await collector.intake.accept(
            try Sample.body([Sample.event("opened", user: "bob", ["n": "hub"])]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try await names(PersonIDs(users: ["bob"]), in: collector, store) == ["hub"])
        #expect(try await names(PersonIDs(), in: collector, store).isEmpty)
    }

    @Test func `a path has a step for each change, and visits end with a pause`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(after: 100_000)
        let steps: [(UniversalEventType, Int64)] = [
            (.sessionStarted, 0), (.named, 10), (.named, 20), (.goalCompleted, 30), (.sessionStarted, 5_000),
        ]
        try await UniversalSample.store(
            steps.map { UniversalSample.event($0, after: $1, ["Device Id": "d1", "Recipient Id": "r1"]) },
            in: collector, scope: store.scope)
        let paths = try await collector.questions.paths(of: PersonIDs(recipient: "r1"), scope: store.scope)
        #expect(
            paths.map { $0.steps.map { "\($0.event) \($0.times)" } } == [
                ["engage_session_started 1", "engage_named 2", "engage_goal_completed 1"], ["engage_session_started 1"],
            ])
    }
}
