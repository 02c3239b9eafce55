import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Two apps of one server that know people by the same ids: erasing somebody in one app leaves the other as it is.
@Suite struct OneAppErasureTests {
    private let person = PersonIDs(recipient: "r1", mobileUsers: ["m1"], users: ["bob"], devices: ["d1"])
    private let today = Day(TemporaryCollector.now)

    private func fill(_ collector: Collector, _ scope: Scope, sequences: [Int64], at seconds: Int64) async throws {
        let time = TemporaryCollector.now + .seconds(seconds)
        var random = SystemRandomNumberGenerator()
        let events = sequences.map { sequence in
            Event(
                id: EventID(time: time, using: &random), name: "opened", time: time, sequence: sequence, user: "bob",
                session: nil, properties: [:])
        }
        let batch = try Sample.body(events, install: "d1")
        _ = try await collector.intake.accept(batch, scope: scope)
        try await UniversalSample.store(
            [
                UniversalSample.event(
                    .named, after: seconds,
                    ["Device Id": "d1", "Campaign Name": "spring", "Recipient Id": "r1", "Common Id": "p1"]),
                UniversalSample.event(
                    .named, after: seconds, ["Device Id": "d1", "Campaign Name": "spring", "Primary User Id": "m1"]),
            ], in: collector, scope: scope)
    }

    /// Everything that questions and reports know of the person in an app.
    private func known(_ collector: Collector, _ scope: Scope) async throws -> [String] {
        let days = (today + -30)...today
        let segment = BehaviourSegment([.init(EventMatch("opened"), days: 30)])
        let campaigns = try await collector.reports.campaigns(scope: scope, days: days)
        let counts = try await collector.reports.eventCounts(scope: scope, days: days)
        let trend = try await collector.questions.trend(TrendQuestion(EventMatch("opened"), days: days), scope: scope)
        let gaps = try await collector.reports.sequenceGaps(scope: scope, install: "d1").gaps
        return [
            "\(try await collector.questions.people(of: segment, scope: scope, today: today).people)",
            "\(campaigns.map { "\($0.label) \($0.people)" })",
            "\(counts.map { "\($0.name) \($0.events) \($0.installs)" })",
            "\(trend.points.map { "\($0.events) \($0.people)" })",
            "\(gaps.map { "\($0.install) \($0.first)-\($0.last)" })",
            "\(try await collector.reports.links(scope: scope, install: "d1").count)",
            "\(try await collector.questions.timeline(of: person, scope: scope).events.count)",
            "\(try await collector.reports.installs(scope: scope).map(\.id))",
        ]
    }

    @Test func `erasing a person in one app changes nothing in another`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let other = try Scope(app: "other")
        for scope in [store.scope, other] { try await fill(collector, scope, sequences: [1, 3], at: -100) }
        let before = try await known(collector, other)
        #expect(try await known(collector, store.scope) == before)

        _ = try await collector.erase(person, scope: store.scope)
        while try await collector.folding.eraseOnce() {}
        #expect(try await known(collector, other) == before)
        let gone = try await known(collector, store.scope)
        #expect(gone[0] == "[]" && gone[4] == "[]" && gone[5] == "0" && gone[6] == "0" && gone[7] == "[]")

        // The other app goes on with the same people.
        try await fill(collector, other, sequences: [4], at: -50)
        let after = try await known(collector, other)
        #expect(after[0] != "[]")
        for place in [1, 4, 7] { #expect(after[place] == before[place]) }
        #expect(after[3] == "[\"3 1\"]")
    }

    @Test func `an erased person's numbers are not those of another app`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let other = try Scope(app: "other")
        for scope in [store.scope, other] { try await fill(collector, scope, sequences: [1], at: -100) }
        let readers = try store.column("SELECT text FROM term WHERE text LIKE '%:bob'")
        #expect(readers.count == 2)
        _ = try await collector.erase(person, scope: store.scope)
        while try await collector.folding.eraseOnce() {}
        #expect(try store.column("SELECT text FROM term WHERE text LIKE '%:bob'").count == 1)
    }

    @Test func `unreadable batches are erased in their app alone, and by whole ids`() async throws {
        let store = try TemporaryCollector()
        let other = try Scope(app: "other")
        let bodies = [
            #"{"install":"d1","sent":"#, #"{"install":"d10","user":"bobby","note":"for bob and d1"#,
            #""Recipient Id": 12 , "#, #""number":12,"Recipient Id":123}"#,
        ]
        try store.write(
            [store.scope, other].flatMap { scope in
                bodies.map { SpooledBatch(scope, BatchIndex(bytes: []), Array($0.utf8)) }
            })
        let collector = try store.open()
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("dead_letter") == 8)
        _ = try await collector.erase(PersonIDs(recipient: "12", users: ["bob"], devices: ["d1"]), scope: store.scope)
        while try await collector.folding.eraseOnce() {}
        let left = try store.column("SELECT body FROM dead_letter ORDER BY id").map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(left == [bodies[1], bodies[3]] + bodies)
    }

    /// Texts in which the id `bob` is looked for.
    @Test(arguments: [
        (#"{"user":"bob""#, true), (#"{"user":"b\u006fb","#, true), (#"bob","x":"#, true), (#"x","bob"#, true),
        (#""user":"bobby""#, false), (#""note":"a \"bob\" b""#, false), (#""user": bob,"#, true), ("bob", true),
        ("a bob b", false), (#""x":bob"#, false), ("", false), (#"\"#, false),
    ])
    func `an id is found in what is left of a batch`(_ text: String, _ isFound: Bool) {
        #expect(UnreadableIDs(PersonIDs(users: ["bob"])).isAny(in: Array(text.utf8)) == isFound)
    }
}
