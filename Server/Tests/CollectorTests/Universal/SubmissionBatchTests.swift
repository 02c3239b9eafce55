import Foundation
import MarqueeWire
import Testing

@testable import Collector

/// What a submission becomes is read by no scanner again, so it has to be what the scanner of batches would read (ENG-042).
@Suite struct SubmissionBatchTests {
    /// A generator whose numbers are the same each time.
    private struct Numbers {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }

        mutating func one(of texts: [String]) -> String { texts[below(texts.count)] }
    }

    private static let values = [
        #""plain""#, #""""#, #""A \"b\" \u00fc""#, #""zero\u0000""#, "\"\u{202e}turned\"",
        "\"\(String(repeating: "x", count: 600))\"",
        "2.50", "-7", "true", "null", #""\u0301alone""#,
    ]
    private static let tooLong = "\"\(String(repeating: "y", count: 70_000))\""
    private static let times = [
        #""eventTimestamp":"2026-09-21T14:13:19.250Z","#, #""eventTimeStamp":"2026-09-21T14:13:10Z","#, "",
    ]
    private static let heads = [
        "", #""install":"phone-1","sent":1790000000000,"#, #""install":"A \u00e9","#, #""sent":9223372036854775807,"#,
        #""sent":-9223372036854775808,"#,
    ]

    private static func event(_ keys: PropertyKeys, _ numbers: inout Numbers) -> String {
        let names =
            (0..<keys.count).map { keys[$0].name } + [
                "Device Id", "n", "n", "\\u006e", String(repeating: "k", count: 60),
            ]
        var attributes = (0..<numbers.below(numbers.below(10) == 0 ? 260 : 8)).map { _ in
            #"{"name":"\#(numbers.one(of: names))","value":\#(numbers.one(of: values))}"#
        }
        if numbers.below(20) == 0 { attributes.append(#"{"name":"long","value":\#(tooLong)}"#) }
        let own =
            numbers.below(2) == 0 ? #""eventId":"019a1b2c-0000-7000-8000-0000000000\#(10 + numbers.below(80))","# : ""
        let sequence = numbers.below(3) == 0 ? #""sequence":\#(1 + numbers.below(9)),"# : ""
        return """
            {\(own)\(sequence)\(numbers.one(of: times))"eventTypeCode":\(numbers.below(40)),\
            "attributes":[\(attributes.joined(separator: ","))]}
            """
    }

    @Test(arguments: 0..<40)
    func `the scan of a batch is that of its body`(_ seed: Int) throws {
        let store = try TemporaryCollector()
        let keys = try store.open().intake.keys
        var numbers = Numbers(state: UInt64(seed))
        for _ in 0..<20 {
            // Events of one shape, as most are, and others between them.
            let same = Self.event(keys, &numbers)
            let events = (0..<numbers.below(12)).map { _ in numbers.below(3) == 0 ? Self.event(keys, &numbers) : same }
            let body = Array("{\(numbers.one(of: Self.heads))\"events\":[\(events.joined(separator: ","))]}".utf8)
            try body.withUnsafeBufferPointer { bytes in
                var batches = SubmissionBatches(
                    try SubmissionScanner.scan(bytes), bytes, sender: SubmissionSender(scope: store.scope, client: "c"),
                    now: TemporaryCollector.now, untimed: UntimedEvents(), keys: keys)
                for batch in batches.batches() { Self.check(batch, keys: keys) }
            }
        }
    }

    private static let spellings = [
        #"{"name":"N","value":"V"}"#, #"{ "name" : "N", "value" : "V" }"#, #"{"value":"V","name":"N"}"#,
        #"{"name":"N","value":"V","unit":["name"]}"#, #"{"name":"N","value":"V" }"#,
        #"{"of":{"name":"no","value":"no"},"name":"N","value":"V"}"#, #"{"name":"\u004e","value":"\u0056"}"#,
    ]

    /// The scanner knows attributes by how those of an earlier event began.
    @Test(arguments: 0..<20)
    func `attributes are those that Foundation reads, whatever the events before look like`(_ seed: Int) throws {
        var numbers = Numbers(state: UInt64(seed))
        for _ in 0..<20 {
            let events = (0..<8).map { _ in
                let attributes = (0..<numbers.below(5)).map { place in
                    numbers.one(of: numbers.below(3) == 0 ? Self.spellings : [Self.spellings[place % 2]])
                        .replacing("N", with: numbers.one(of: ["Device Id", "a", "b\\\"", "ü"]))
                        .replacing("V", with: numbers.one(of: ["", "x", "}", "\\\\", "\",\"value\":\"y"]))
                }
                return #"{"eventTypeCode":"12","attributes":[\#(attributes.joined(separator: ","))]}"#
            }
            let body = Array(#"{"events":[\#(events.joined(separator: ","))]}"#.utf8)
            let known = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: [[String: Any]]])
            let attributes = (known["events"] ?? []).map { $0["attributes"] as? [[String: Any]] ?? [] }
            try body.withUnsafeBufferPointer { bytes in
                let (submission, scanner) = (try SubmissionScanner.scan(bytes), JSONScanner(bytes))
                for entry in submission.entries {
                    let read = submission.attributes[entry.attributes]
                    let expected = attributes[entry.index]
                    #expect(read.map { scanner.string($0.name) } == expected.map { $0["name"] as? String })
                    #expect(
                        read.map { $0.value.text.map(scanner.string) } == expected.map { $0["value"] as? String })
                    let device = expected.last { $0["name"] as? String == "Device Id" }
                    #expect(entry.device.map(scanner.string) == device?["value"] as? String)
                }
                #expect(submission.entries.count + submission.rejected.count == events.count)
            }
        }
    }

    /// The bytes of a batch are counted before they are written: more than were counted would end the process.
    @Test(arguments: 0..<10)
    func `a damaged submission is refused, or becomes batches that can be read`(_ seed: Int) throws {
        let store = try TemporaryCollector()
        let keys = try store.open().intake.keys
        var numbers = Numbers(state: UInt64(seed))
        let pieces = [#"""#, "{", "}", "[", "]", ",", ":", #"\u0041"#, "null", "1", #""name":"a""#, #""value":"#, " "]
        for _ in 0..<200 {
            let events = (0..<(1 + numbers.below(6))).map { _ in Self.event(keys, &numbers) }
            var body = Array("{\(numbers.one(of: Self.heads))\"events\":[\(events.joined(separator: ","))]}".utf8)
            for _ in 0..<(1 + numbers.below(3)) {
                let place = numbers.below(body.count)
                let end = min(body.count, place + numbers.below(12))
                body.replaceSubrange(place..<end, with: numbers.one(of: pieces).utf8)
            }
            body.withUnsafeBufferPointer { bytes in
                guard let submission = try? SubmissionScanner.scan(bytes) else { return }
                var batches = SubmissionBatches(
                    submission, bytes, sender: SubmissionSender(scope: store.scope, client: "c"),
                    now: TemporaryCollector.now, untimed: UntimedEvents(), keys: keys)
                for batch in batches.batches() { Self.check(batch, keys: keys) }
            }
        }
    }

    /// Reads the batch as one of a device.
    static func check(_ batch: SubmissionBatch, keys: PropertyKeys) {
        guard let scan = try? batch.body.withUnsafeBufferPointer({ try BatchScanner.scan($0, keys: keys) }) else {
            Issue.record("the batch cannot be read: \(String(decoding: batch.body.prefix(400), as: UTF8.self))")
            return
        }
        #expect(scan.verdicts.count == batch.indexes.count)
        #expect(batch.scan.verdicts == scan.verdicts && batch.scan.reasons == scan.reasons)
        #expect(batch.scan.id == scan.id && !scan.isServers)
        #expect(BatchIndex(batch.scan, keys: keys).bytes == BatchIndex(scan, keys: keys).bytes)
    }
}
