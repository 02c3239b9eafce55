import Foundation
import MarqueeWire
import Testing

@testable import Collector

@Suite struct EventIntakeTests {
    private static let good = #""id":"01999999-0000-7000-8000-000000000001","name":"a_b","time":1,"sequence":1"#
    private static let goodID = EventID(high: 0x0199_9999_0000_7000, low: 0x8000_0000_0000_0001)

    // HUB-210
    @Test(arguments: [
        #"{\#(good),"email":"a@b.c"}"#, #"{\#(good),"properties":{"a":{"b":1}}}"#,
        #"{\#(good),"properties":{"a":null}}"#,
        #"{\#(good),"time":2}"#, #"{\#(good),"user":7}"#, #"{\#(good),"user":""}"#, #"{"name":"a"}"#, "7", "{}",
        #"{\#(good),"properties":[]}"#, #"{\#(good),"properties":{"a":1,"a":2}}"#,
        #"{\#(good),"properties":{"a":1e999}}"#,
        #"{"id":"x","name":"a","time":1,"sequence":1}"#,
        #"{"id":"01999999-0000-7000-8000-000000000001","name":"A","time":1,"sequence":1}"#,
        #"{"id":"01999999-0000-7000-8000-000000000001","name":"a","time":1,"sequence":0}"#,
        #"{"id":"01999999-0000-7000-8000-000000000001","name":"a","time":99999999999999999999,"sequence":1}"#,
    ])
    func `an event outside the closed form is rejected and its neighbour accepted`(_ event: String) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let receipt = try await collector.intake.accept(
            Sample.body(event: "{\(Self.good)},\(event)"), scope: store.scope)
        #expect(receipt.verdicts == [.accepted, .rejected])
        #expect(receipt.reasons.map(\.isEmpty) == [false])
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 1)
        #expect(try store.count("dead_letter") == 0)
    }

    // HUB-210
    @Test(arguments: [
        ("a_b", "a"), ("", "a"), ("A", "a"), ("ü", "a"), (String(repeating: "x", count: 65), "a"), ("a_b", ""),
        ("a_b", String(repeating: "x", count: 256)), ("a_b", String(repeating: "x", count: 257)),
        ("a_b", String(repeating: "\"", count: 256)), ("a_b", String(repeating: "\u{1}", count: 257)),
        ("a_b", String(repeating: "\u{1F600}", count: 64)), ("a_b", String(repeating: "\u{1F600}", count: 65)),
    ])
    func `an event is accepted exactly when a device may send it`(name: String, property: String) async throws {
        let store = try TemporaryCollector()
        let event = Event(
            id: Self.goodID, name: name, time: Timestamp(milliseconds: 1), sequence: 1,
            user: String(repeating: "\u{1}", count: 4_096), session: nil, properties: [property: 1])
        let body = Sample.body(event: String(decoding: try JSONEncoder().encode(event), as: UTF8.self))
        let receipt = try await store.open().intake.accept(body, scope: store.scope)
        let isSendable = Event.fault(name: name, properties: event.properties) == nil
        #expect(receipt.verdicts == [isSendable ? .accepted : .rejected])
    }

    // HUB-210
    @Test(arguments: [
        "", "{", "[]", "null", "{}", #"{"install":"i"}"#, #"{"install":"i","sent":1,"sdk":"1","events":[],"x":1}"#,
        #"{"install":"i","sent":1,"sdk":"1","events":[]}x"#,
        #"{"install":"i","install":"i","sent":1,"sdk":"1","events":[]}"#,
        #"{"install":"","sent":1,"sdk":"1","events":[]}"#, #"{"install":"i","sent":1.5,"sdk":"1","events":[]}"#,
        #"{"install":"i","sent":1,"sdk":"1","events":[,]}"#, #"{"install":"i","sent":1,"sdk":"1","events":[{},]}"#,
        #"{"install":"i","sent":01,"sdk":"1","events":[]}"#, #"{"install":"i",}"#,
        #"{"install":"\ud800","sent":1,"sdk":"1","events":[]}"#,
        #"{"install":"\x","sent":1,"sdk":"1","events":[]}"#,
        "{\"install\":\"\u{1}\",\"sent\":1,\"sdk\":\"1\",\"events\":[]}",
    ])
    func `an envelope outside the closed form is refused whole`(_ body: String) async throws {
        let store = try TemporaryCollector()
        let error = await #expect(throws: IntakeError.self) {
            try await store.open().intake.accept(Array(body.utf8), scope: store.scope)
        }
        #expect(error?.code == .malformed)
    }

    @Test func `too many events, too many bytes and too deep nesting are refused`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let many = Sample.body(event: Array(repeating: "{}", count: 501).joined(separator: ","))
        let deep = Sample.body(event: #"{"x":\#(String(repeating: "[", count: 100_000))"#)
        for (body, code) in [
            (many, IntakeError.Code.tooLarge), (Array(repeating: 32, count: 4_194_305), .tooLarge), (deep, .malformed),
        ] {
            let error = await #expect(throws: IntakeError.self) {
                try await collector.intake.accept(body, scope: store.scope)
            }
            #expect(error?.code == code)
        }
        let long = Sample.body(
            event: #"{\#(Self.good),"properties":{"a":"\#(String(repeating: "x", count: 33_000))"}}"#)
        #expect(try await collector.intake.accept(long, scope: store.scope).verdicts == [.rejected])
    }

    @Test func `no damage of a batch makes the scanner trap`() throws {
        let body = try Sample.body([Sample.event("a", user: "ü\u{1F600}\n", ["k": "v\\u", "n": 1.5, "t": true])])
        for index in body.indices {
            for byte: UInt8 in [0, 0x22, 0x5C, 0x7B, 0x7D, 0x5B, 0x2C, 0x75, 0x80, 0xED, 0xF4, 0xFF] {
                var damaged = body
                damaged[index] = byte
                _ = damaged.withUnsafeBufferPointer { bytes in try? BatchScanner.scan(bytes, keys: .all) }
            }
            _ = body[..<index].withUnsafeBufferPointer { bytes in
                #expect(throws: IntakeError.self) { try BatchScanner.scan(bytes, keys: .all) }
            }
        }
    }

    // The scanner expects an object's keys where the one before had them.
    @Test(arguments: [
        (#"{"a":1,"b":2}"#, true), (#"{"a":1,"a":2}"#, false), (#"{"b":2,"a":1}"#, true),
        (#"{"a":1,"b":2,"a":3}"#, false),
        (#"{"a":1}"#, true), (#"{}"#, true), (#"{"":1}"#, false), (#"{ "a" :1, "b": 2}"#, true),
        (#"{"a_long_name_of_a_key":1,"a_long_name_of_a_key":1}"#, false), (#"{"\u0061":1,"b":2}"#, true),
        (#"{"a":{}}"#, false),
    ])
    func `an event is judged the same whatever came before it`(_ properties: String, _ isGood: Bool) throws {
        let befores = [
            "", #"{"a":1,"b":2}"#, #"{"a":1,"a":2}"#, #"{"a":1,"b":2,"c":3}"#, #"{"":1}"#,
            #"{"a_long_name_of_a_key":1}"#,
            #"{"uri":"zbimdb://h/a/one","release":3}"#,
            "{\(Array(repeating: #""a":1"#, count: Event.maximumProperties + 1).joined(separator: ","))}",
        ]
        for before in befores {
            let events = (before.isEmpty ? [properties] : [before, before, properties]).map {
                #"{\#(Self.good),"properties":\#($0)}"#
            }
            let batch = try Sample.body(event: events.joined(separator: ",")).withUnsafeBufferPointer {
                try BatchScanner.scan($0, keys: .all)
            }
            #expect(batch.verdicts.last == (isGood ? .accepted : .rejected))
            #expect(batch.id == EventReceipt.batchID(of: batch.verdicts.map { _ in Self.goodID }))
        }
    }

    @Test func `asked-for values are found whatever order their keys have`() throws {
        let orders = [
            #""uri":"zbimdb://h/a/one","release":3,"dwell_ms":40"#,
            #""release":3,"uri":"zbimdb://h/a/one","dwell_ms":40"#,
            #""x":"y","dwell_ms":40,"uri":"zbimdb://h/a/one","release":3"#,
        ]
        let events = (orders + orders.reversed() + orders).map { #"{\#(Self.good),"properties":{\#($0)}}"# }
        let body = Sample.body(event: events.joined(separator: ","))
        try body.withUnsafeBufferPointer { bytes in
            let scanner = JSONScanner(bytes)
            let batch = try BatchScanner.scan(bytes, keys: .all)
            #expect(batch.accepted.count == events.count)
            for event in batch.accepted {
                let values = batch.values[event.values].map {
                    (PropertyKeys.all[Int($0.key)].name, $0.span.text.map(scanner.string))
                }
                let found = Dictionary(uniqueKeysWithValues: values)
                #expect(found == ["uri": "zbimdb://h/a/one", "release": "3", "dwell_ms": "40"])
            }
        }
    }

    // The scanner looks at eight bytes at a time; each place of a special byte in them has to be seen.
    @Test func `a string ends at its quote wherever it lies, and no control character passes`() {
        for length in 0..<20 {
            let text = String(repeating: "a", count: length)
            let cases: [(String, Bool)] = [
                (text, true), (text + #"\""#, true), (text + "ü", true), (text + "\u{7F}", true),
                (text + "\u{1F}", false),
                (text + "\u{0}", false), (text + "!#[] ~", true),
            ]
            for (text, isGood) in cases {
                let bytes = Array("\"\(text)\",\"next\"".utf8)
                bytes.withUnsafeBufferPointer { bytes in
                    var scanner = JSONScanner(bytes)
                    let scanned = try? scanner.string()
                    #expect(scanned.map { Array(scanner.slice($0.range)) } == (isGood ? Array(text.utf8) : nil))
                }
            }
        }
    }

    @Test func `a hundred concurrent batches are all on disk, each event once, in few commits`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let scope = store.scope
        try await withThrowingTaskGroup(of: EventReceipt.self) { group in
            for index in 0..<100 {
                let body = try Sample.body((0..<10).map { _ in Sample.event() }, install: "i\(index)")
                group.addTask { try await collector.intake.accept(body, scope: scope) }
            }
            for try await receipt in group { #expect(receipt.rejected == 0) }
        }
        #expect(collector.intake.statistics.commits < 100)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 1000)
        #expect(try await collector.folding.statistics().oldestUnfoldedAge == nil)
    }

    @Test func `a full spool acknowledges nothing and says when to come back`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(quota: 200_000)
        let large = ["text": Event.Value.text(String(repeating: "x", count: 20_000))]
        var accepted = 0
        var code: IntakeError.Code?
        for _ in 0..<40 where code == nil {
            do {
                _ = try await collector.intake.accept(try Sample.body([Sample.event("a", large)]), scope: store.scope)
                accepted += 1
            } catch let error as IntakeError {
                code = error.code
                #expect(error.retryAfter != nil)
            }
        }
        #expect(code == .diskFull)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == accepted)
        _ = try await collector.intake.accept(try Sample.body([Sample.event("a", large)]), scope: store.scope)
    }

    @Test func `a spool that was full takes events again once it was folded`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(quota: 2_500_000)
        let large = ["text": Event.Value.text(String(repeating: "x", count: 20_000))]
        let body = try Sample.body((0..<100).map { _ in Sample.event("a", large) })
        _ = try await collector.intake.accept(body, scope: store.scope)
        await #expect(throws: IntakeError.self) { try await collector.intake.accept(body, scope: store.scope) }
        while try await collector.folding.foldOnce() {}
        _ = try await collector.intake.accept(body, scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("cursor") == 1)
    }

    @Test func `more than may wait in memory is refused with a time`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(bounds: Spool.Bounds(batches: 0, bytes: 0))
        let error = await #expect(throws: IntakeError.self) {
            try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        }
        #expect(error?.code == .overloaded)
        #expect(error?.retryAfter != nil)
    }
}
