import Foundation
import Logging
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Universal events as SDKs of all ages send them (ENG-023, ENG-042, ENG-200).
@Suite struct SubmissionTests {
    private static let now = TemporaryCollector.now
    private static let time = #""eventTimestamp":"2026-09-21T14:13:19.250Z""#

    private func submit(
        _ body: String, to collector: Collector, _ store: TemporaryCollector, client: String = "zz9"
    ) async throws -> SubmissionReceipt {
        try await collector.submissions.submit(
            Array(body.utf8), from: SubmissionSender(scope: store.scope, client: client))
    }

    private func fold(_ collector: Collector) async throws {
        while try await collector.folding.foldOnce() {}
    }

    private func events(_ collector: Collector, _ store: TemporaryCollector) async throws -> [EventRecord] {
        try await collector.events(EventQuery(scope: store.scope)).events
    }

    private static func event(_ members: String, attributes: String = #"{"name":"Device Id","value":"d1"}"#) -> String {
        #"{\#(members),"attributes":[\#(attributes)]}"#
    }

    /// Members of an event, its code, and how many milliseconds ago it happened.
    private static let spellings: [(String, Int, Int64)] = [
        (#""eventTypeCode":"12","eventTimestamp":"2026-09-21T14:13:19.250Z""#, 12, 750),
        (#""eventTypeCode":12,"eventTimeStamp":"2026-09-21T14:13:19.250Z""#, 12, 750),
        (#""eventTimeStamp":"2026-09-21T14:13:10Z","eventTypeCode":"17""#, 17, 10_000),
        (#""eventTypeCode":"28","eventTimestamp":null"#, 28, 0),
        (#""eventTypeCode":16,"contactId":"7","channel":{"a":[1]}"#, 16, 0),
    ]

    // ENG-042: both spellings of the time, the code as a number or a text, with seconds or their fractions.
    @Test(arguments: spellings)
    func `an event of any SDK is stored with its code, time and attributes`(
        _ members: String, _ code: Int, _ age: Int64
    ) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let attributes = """
            {"name":"Device Id","value":"d1"},{"value":"A \\"b\\" \\u00fc","name":"Goal Name"},{"name":"n","value":2.50},\
            {"name":"t","value":true},{"name":"none","value":null},{"name":"bare"}
            """
        let receipt = try await submit(
            #"{"events":[\#(Self.event(members, attributes: attributes))]}"#, to: collector, store)
        #expect(receipt == SubmissionReceipt(accepted: 1, rejected: []))
        try await fold(collector)
        let event = try #require(try await events(collector, store).first)
        #expect(event.name == UniversalEventType(rawValue: code).eventName)
        #expect(event.time == Self.now + .milliseconds(-age))
        #expect(event.install == "d1" && event.user == nil)
        let stored = try JSONDecoder().decode([String: String].self, from: Data(event.properties.utf8))
        #expect(
            stored == ["Device Id": "d1", "Goal Name": "A \"b\" ü", "n": "2.50", "t": "true", "none": "", "bare": ""])
    }

    // ENG-030
    @Test func `a named event arrives with the attributes that the app gave it`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let event = UniversalEvent(
            .named, time: Self.now,
            attributes: [
                .init("Event Name", "PLAYER LOADED"), .init("Event Source View", "HomeViewController"),
                .init("Event Tags", "MVSTERMIND,Underground"), .init("Device Id", "d1"),
            ], id: EventID(high: 0x01A0_C450_6C00_7001, low: 1 << 63), sequence: 9)
        let body = #"{"events":[\#(String(decoding: try JSONEncoder().encode(event), as: UTF8.self))],"install":"i9"}"#
        #expect(try await submit(body, to: collector, store).accepted == 1)
        try await fold(collector)
        let stored = try #require(try await events(collector, store).first)
        #expect(stored.id == event.id && stored.sequence == 9 && stored.install == "i9" && stored.time == Self.now)
        let properties = try JSONDecoder().decode([String: String].self, from: Data(stored.properties.utf8))
        #expect(properties["Event Name"] == "PLAYER LOADED")
        #expect(properties["Event Source View"] == "HomeViewController")
        #expect(properties["Event Tags"] == "MVSTERMIND,Underground")
    }

    // ENG-023, ENG-200
    @Test(arguments: [
        "7", "{}", #"{"eventTypeCode":"x"}"#, #"{"eventTypeCode":""}"#, #"{"eventTypeCode":-1}"#,
        #"{"eventTypeCode":"12345"}"#, #"{"eventTypeCode":1.5}"#, #"{"eventTypeCode":null}"#,
        #"{"eventTypeCode":12,"eventTypeCode":13}"#, #"{"eventTypeCode":12,"eventTimestamp":"yesterday"}"#,
        #"{"eventTypeCode":12,"eventTimestamp":"2026-02-30T00:00:00.000Z"}"#,
        #"{"eventTypeCode":12,"eventTimestamp":7}"#,
        #"{"eventTypeCode":12,"attributes":{}}"#, #"{"eventTypeCode":12,"attributes":[1]}"#,
        #"{"eventTypeCode":12,"attributes":[{"value":"a"}]}"#, #"{"eventTypeCode":12,"attributes":[{"name":""}]}"#,
        #"{"eventTypeCode":12,"attributes":[{"name":7}]}"#,
        #"{"eventTypeCode":12,"attributes":[{"name":"a","value":{"b":1}}]}"#,
        #"{"eventTypeCode":12,"attributes":[{"name":"a","value":["b"]}]}"#,
        #"{"eventTypeCode":12,"attributes":[{"name":"a","value":"1"},{"name":"a","value":"2"}]}"#,
        #"{"eventTypeCode":12,"attributes":[{"name":"\#(String(repeating: "n", count: 257))","value":"1"}]}"#,
        #"{"eventTypeCode":12,"attributes":[{"name":"a","value":"\#(String(repeating: "v", count: 33_000))"}]}"#,
        #"{"eventTypeCode":12,"eventId":"no-uuid"}"#, #"{"eventTypeCode":12,"sequence":0}"#,
        #"{"eventTypeCode":12,"attributes":[\#((0...64).map { #"{"name":"a\#($0)"}"# }.joined(separator: ","))]}"#,
    ])
    func `a malformed event is rejected by its index, and its neighbours are stored`(_ event: String) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let good = ["1", "2"].map { Self.event(#""eventTypeCode":"17",\#(Self.time),"x":\#($0)"#) }
        let other = Self.event(
            #""eventTypeCode":"17",\#(Self.time)"#, attributes: #"{"name":"Device Id","value":"d2"}"#)
        let receipt = try await submit(
            #"{"events":[\#(good[0]),\#(event),\#(other)]}"#, to: collector, store)
        #expect(receipt.accepted == 2)
        #expect(receipt.rejected.map(\.index) == [1])
        #expect(receipt.rejected.allSatisfy { !$0.reason.isEmpty })
        #expect(!receipt.isRefusal)
        try await fold(collector)
        #expect(try await events(collector, store).count == 2)
        #expect(try await submit(#"{"events":[\#(event)]}"#, to: collector, store).isRefusal)
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"events":{}}"#, #"{"events":[]}x"#, #"{"events":[],"events":[]}"#,
        #"{"events":[,]}"#, #"{"events":[{}],"sent":"now"}"#, #"{"events":[{}],"install":7}"#,
    ])
    func `a body that is no submission is refused whole`(_ body: String) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let error = await #expect(throws: IntakeError.self) { try await submit(body, to: collector, store) }
        #expect(error?.code == .malformed)
    }

    @Test func `too many events, too many bytes and too deep nesting are refused`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let many = #"{"events":[\#(Array(repeating: #"{"eventTypeCode":12}"#, count: 501).joined(separator: ","))]}"#
        let deep = #"{"events":[{"eventTypeCode":12,"x":\#(String(repeating: "[", count: 100_000))"#
        let large = String(repeating: " ", count: EventBatch.maximumSize) + #"{"events":[]}"#
        for (body, code) in [(many, IntakeError.Code.tooLarge), (large, .tooLarge), (deep, .malformed)] {
            let error = await #expect(throws: IntakeError.self) { try await submit(body, to: collector, store) }
            #expect(error?.code == code)
        }
    }

    // ENG-200
    @Test(arguments: [
        #"{"eventTypeCode":"16",\#(time),"attributes":[{"name":"Device Id","value":"d1"},{"name":"Goal Name","value":"g"}]}"#,
        #"{"eventTypeCode":"16","attributes":[{"name":"Device Id","value":"d1"}]}"#,
        #"{"eventTypeCode":"16",\#(time),"eventId":"01a0c450-6c00-7000-8000-000000000001","sequence":1}"#,
    ])
    func `a batch that is sent three times is stored once`(_ event: String) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        for _ in 0..<3 {
            #expect(try await submit(#"{"events":[\#(event)]}"#, to: collector, store).accepted == 1)
            try await fold(collector)
        }
        #expect(try await events(collector, store).count == 1)
    }

    @Test func `an event's own id is made of its content, whatever order its attributes have`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let (a, b) = (#"{"name":"a","value":"1"}"#, #"{"name":"b","value":"2"}"#)
        let same = [[a, b], [b, a]].map {
            Self.event(#""eventTypeCode":"17",\#(Self.time)"#, attributes: $0.joined(separator: ","))
        }
        let other = [
            Self.event(#""eventTypeCode":"16",\#(Self.time)"#, attributes: "\(a),\(b)"),
            Self.event(#""eventTypeCode":"17","eventTimestamp":"2026-09-21T14:13:19.251Z""#, attributes: "\(a),\(b)"),
            Self.event(#""eventTypeCode":"17",\#(Self.time)"#, attributes: a),
        ]
        _ = try await submit(#"{"events":[\#((same + other).joined(separator: ","))]}"#, to: collector, store)
        try await fold(collector)
        let found = try await events(collector, store)
        #expect(found.count == 4)
        // The log is ordered by ids, so an id begins with the event's time.
        #expect(found.allSatisfy { Int64($0.id.high >> 16) == $0.time.milliseconds })
        _ = try await collector.submissions.submit(
            Array(#"{"events":[\#(same[0])]}"#.utf8),
            from: SubmissionSender(scope: try Scope(app: "other"), client: "c1"))
        try await fold(collector)
        #expect(try store.count("event") == 5)
    }

    @Test func `equal events without a time count each in one batch, and once when the batch is sent again`()
        async throws
    {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let event = Self.event(#""eventTypeCode":"13""#)
        for _ in 0..<3 { _ = try await submit(#"{"events":[\#(event),\#(event)]}"#, to: collector, store) }
        try await fold(collector)
        #expect(try await events(collector, store).count == 2)
    }

    @Test func `events without a time keep their ids over the end of an hour`() {
        let untimed = UntimedEvents()
        let content = ObjectHash(of: Data([1]))
        let hour = Timestamp(milliseconds: 1_790_000_000_000 / 3_600_000 * 3_600_000)
        let first = untimed.time(of: content, now: hour + .seconds(3_599))
        #expect(first == hour)
        #expect(untimed.time(of: content, now: hour + .seconds(3_601)) == first)
        #expect(untimed.time(of: content, now: hour + .seconds(7_199)) == first)
        #expect(untimed.time(of: ObjectHash(of: Data([2])), now: hour + .seconds(3_601)) == hour + .seconds(3_600))
        #expect(untimed.time(of: content, now: hour + .seconds(30 * 3_600)) != first)
    }

    @Test(arguments: [
        (#","install":"i7""#, #"{"name":"Device Id","value":"d1"}"#, "i7"),
        ("", #"{"name":"Device Id","value":"d1"}"#, "d1"), ("", #"{"name":"Device Id","value":""}"#, "client-"),
        ("", #"{"name":"x","value":"y"}"#, "client-"),
        ("", #"{"name":"Device Id","value":"a\u0001b"}"#, "device-"),
        ("", #"{"name":"Device Id","value":"\#(String(repeating: "d", count: 129))"}"#, "device-"),
    ])
    func `an event's install is the batch's, else its device, else the client`(
        _ install: String, _ attributes: String, _ name: String
    ) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let event = Self.event(#""eventTypeCode":"12",\#(Self.time)"#, attributes: attributes)
        #expect(try await submit(#"{"events":[\#(event)]\#(install)}"#, to: collector, store).accepted == 1)
        try await fold(collector)
        let found = try #require(try await events(collector, store).first)
        #expect(found.install == name || (name.hasSuffix("-") && found.install.hasPrefix(name)))
        #expect(!found.install.contains("zz9"), "a client's id stays inside")
    }

    @Test func `a device's clock is corrected by the time that its SDK sent`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let slow = (Self.now + .seconds(-86_400)).milliseconds
        let text = Timestamp(milliseconds: slow - 5_000).universalText
        let event = Self.event(#""eventTypeCode":"13","eventTimestamp":"\#(text)""#)
        _ = try await submit(#"{"sent":\#(slow),"events":[\#(event)]}"#, to: collector, store)
        try await fold(collector)
        #expect(try await events(collector, store).first?.time == Self.now + .seconds(-5))
    }

    @Test func `no damage of a submission makes the scanner trap`() throws {
        let sender = SubmissionSender(scope: try Scope(app: "demo"), client: "c1")
        let body = Array(
            #"{"events":[{"eventTypeCode":"12","eventTimestamp":"2026-09-21T14:13:19.250Z","attributes":[{"name":"ü\n","value":1.5}],"sequence":3}],"sent":1}"#
                .utf8)
        for index in body.indices {
            for byte: UInt8 in [0, 0x22, 0x5C, 0x7B, 0x7D, 0x5B, 0x2C, 0x75, 0x80, 0xED, 0xF4, 0xFF] {
                var damaged = body
                damaged[index] = byte
                damaged.withUnsafeBufferPointer { bytes in
                    guard let submission = try? SubmissionScanner.scan(bytes) else { return }
                    var batches = SubmissionBatches(
                        submission, bytes, sender: sender, now: Self.now, untimed: UntimedEvents(), keys: .all)
                    // What was read can be written: each batch is one that intake reads.
                    for batch in batches.batches() { SubmissionBatchTests.check(batch, keys: .all) }
                }
            }
            _ = body[..<index].withUnsafeBufferPointer { bytes in
                #expect(throws: IntakeError.self) { try SubmissionScanner.scan(bytes) }
            }
        }
    }

    @Test func `a sender above its rate waits, and its events are not stored`() async throws {
        let store = try TemporaryCollector()
        let collector = try Collector.open(
            at: store.folder, logger: Logger(label: "test"), limits: IntakeLimits(install: 1), now: { Self.now })
        let text = String(repeating: "x", count: 30_000)
        let many = (0..<100).map {
            Self.event(
                #""eventTypeCode":"17",\#(Self.time)"#, attributes: #"{"name":"a","value":"\#($0)\#(text)"}"#)
        }
        let body = #"{"install":"i1","events":[\#(many.joined(separator: ","))]}"#
        var refused: IntakeError?
        for _ in 0..<10 where refused == nil {
            do { _ = try await submit(body, to: collector, store) } catch let error as IntakeError { refused = error }
        }
        #expect(refused?.code == .throttled)
        #expect(refused?.retryAfter != nil)
    }
}
