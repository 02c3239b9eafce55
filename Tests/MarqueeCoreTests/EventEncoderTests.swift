import Foundation
import MarqueeWire
import Testing

@testable import MarqueeCore

/// The hand-written encoder writes the same JSON as `JSONEncoder`.
@Suite struct EventEncoderTests {
    private func encode(_ event: PendingEvent, sequence: Int64 = 1) -> Data {
        var bytes: [UInt8] = []
        EventEncoder.append(event, sequence: sequence, to: &bytes)
        return Data(bytes)
    }

    private func event(
        user: String? = nil, session: String? = nil, time: Int64 = 0, _ properties: [String: Event.Value] = [:]
    ) -> PendingEvent {
        PendingEvent(
            id: EventID(high: 0x0123_4567_89AB_7CDE, low: 0x8123_4567_89AB_CDEF), name: "page_read",
            time: Timestamp(milliseconds: time), user: user, session: session, properties: properties)
    }

    @Test(arguments: [
        "", "plain", "\"quoted\"", "back\\slash", "line\nfeed\r\ttab", "nul\u{0}", "\u{1}\u{8}\u{c}\u{1f}\u{7f}",
        "é e\u{301} 💡 漢字",
        "\u{2028}\u{2029}", "</script>", String(repeating: "\"", count: 1_000),
    ])
    func `any text is encoded without loss`(text: String) throws {
        let event = event(user: text, session: text, [text: .text(text), "other": .truth(false)])
        let decoded = try JSONDecoder().decode(Event.self, from: encode(event))
        #expect(decoded.user.map { Array($0.utf8) } == Array(text.utf8))
        #expect(decoded.properties[text] == .text(text))
        #expect(decoded == event.event(sequence: 1))
    }

    @Test(arguments: [0, 1, -1, 9, 10, 99, 1_767_225_600_000, .max, .min])
    func `any whole number is encoded without loss`(number: Int64) throws {
        let event = event(time: number, ["n": .integer(number)])
        #expect(
            try JSONDecoder().decode(Event.self, from: encode(event, sequence: number)) == event.event(sequence: number)
        )
    }

    @Test(arguments: [0.5, -0.25, 1e300, Double.leastNonzeroMagnitude, .pi, -1.5e-7, .greatestFiniteMagnitude])
    func `any finite number is encoded without loss`(number: Double) throws {
        let event = event(["n": .number(number)])
        #expect(try JSONDecoder().decode(Event.self, from: encode(event)).properties == ["n": .number(number)])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite is left out`(number: Double) throws {
        let event = event(["n": .number(number), "m": 1])
        #expect(try JSONDecoder().decode(Event.self, from: encode(event)).properties == ["m": .integer(1)])
    }

    // HUB-210
    @Test func `the JSON of an event has exactly the members of its type`() throws {
        let object = try JSONSerialization.jsonObject(with: encode(event(user: "u", session: "s", ["a": 1])))
        let members = try #require(object as? [String: Any])
        #expect(Set(members.keys) == ["id", "name", "time", "sequence", "user", "session", "properties"])
    }
}
