import MarqueeWire
import Testing

@testable import Collector

/// What people see who watch an integration: their app's events, and as many as are kept of it.
@Suite struct LiveEventsTests {
    private let live = LiveEvents()

    private func event(_ name: String, _ app: String, stream: String = Scope.mainStream, at second: Int = 0) throws
        -> EventRecord
    {
        var random = SystemRandomNumberGenerator()
        let time = TemporaryCollector.now + .seconds(second)
        return EventRecord(
            scope: try Scope(app: app, stream: stream), id: EventID(time: time, using: &random), name: name, time: time,
            received: time, install: "i", user: nil, properties: "{}")
    }

    @Test func `a busy app pushes nobody else's events out, and keeps its newest`() throws {
        live.publish([try event("ours", "quiet")])
        for number in 0..<300 { live.publish([try event("\(number)", "busy")]) }
        #expect(live.recent(of: "quiet").map(\.name) == ["ours"])
        #expect(live.recent(of: "busy").map(\.name) == (100..<300).map { "\($0)" })
        #expect(live.recent(of: "third").isEmpty)
    }

    @Test func `the streams of an app are shown together`() throws {
        live.publish([try event("one", "a"), try event("other", "b"), try event("two", "a", stream: "beta")])
        #expect(live.recent(of: "a").map(\.name) == ["one", "two"])
    }

    @Test func `a watcher gets one app's events, also when those of another would fill its buffer`() async throws {
        let events = live.events(of: "quiet")
        live.publish([try event("ours", "quiet")])
        live.publish(try (0..<300).map { try event("\($0)", "busy") })
        live.publish([try event("ours again", "quiet")])
        var names: [String] = []
        for await event in events {
            names.append(event.name)
            if names.count == 2 { break }
        }
        #expect(names == ["ours", "ours again"])
    }

    @Test func `of too many apps the one that was heard of longest ago is forgotten`() throws {
        for number in 0...LiveEvents.mostApps { live.publish([try event("e", "app\(number)", at: number)]) }
        #expect(live.recent(of: "app0").isEmpty)
        #expect(!live.recent(of: "app1").isEmpty && !live.recent(of: "app\(LiveEvents.mostApps)").isEmpty)
    }

    @Test func `a quiet app is heard though a busy one is folded with it`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event("ours")]), scope: try Scope(app: "quiet"))
        for _ in 0..<3 {
            let events = (0..<300).map { _ in Sample.event("theirs") }
            _ = try await collector.intake.accept(try Sample.body(events), scope: try Scope(app: "busy"))
        }
        while try await collector.folding.foldOnce() {}
        #expect(collector.live.recent(of: "quiet").map(\.name) == ["ours"])
        #expect(collector.live.recent(of: "busy").count == LiveEvents.capacity)
    }
}
