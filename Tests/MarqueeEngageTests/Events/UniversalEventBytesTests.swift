import Foundation
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-042: the stored form of events, and their form for Marquee's own service.
@Suite struct UniversalEventBytesTests {
    private static let event = UniversalEvent(
        .goalCompleted, time: Timestamp(milliseconds: 1_390_302_823_004),
        attributes: [
            .init("Goal Name", "a \"quoted\" \\ goal"), .init("empty", ""), .init("control", "\u{1}\n"),
            .init("emoji", "🎬"),
        ], id: EventID(high: 0x0189_0000_0000_7000, low: 0x8000_0000_0000_0001), sequence: 12)

    @Test func `the written bytes decode to the same event`() throws {
        let data = UniversalEventBytes.data(Self.event)
        #expect(try JSONDecoder().decode(UniversalEvent.self, from: data) == Self.event)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.hasPrefix(#"{"eventTypeCode":"16","eventTimestamp":"2014-01-21T11:13:43.004Z","attributes":[{"#))
    }

    private func converted(_ body: Data, sequence: Int64? = nil) throws -> Event? {
        var bytes = Array("kept".utf8)
        guard UniversalEventBytes.appendEvent(body, sequence: sequence, to: &bytes) else {
            #expect(bytes == Array("kept".utf8))
            return nil
        }
        return try JSONDecoder().decode(Event.self, from: Data(bytes.dropFirst(4)))
    }

    private static let expected = Event(
        id: EventID(high: 0x0189_0000_0000_7000, low: 0x8000_0000_0000_0001), name: "engage_goal_completed",
        time: Timestamp(milliseconds: 1_390_302_823_004), sequence: 12, user: nil, session: nil,
        properties: [
            "Goal Name": "a \"quoted\" \\ goal", "empty": "", "control": "\u{1}\n", "emoji": "🎬",
        ])

    @Test func `stored bytes become an event of Marquee with the attributes as text properties`() throws {
        #expect(try converted(UniversalEventBytes.data(Self.event)) == Self.expected)
    }

    @Test func `bytes in another order become the same event`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        #expect(try converted(try encoder.encode(Self.event)) == Self.expected)
    }

    @Test func `an event without a number gets the given one`() throws {
        let unnumbered = UniversalEvent(
            Self.event.type, time: Self.event.time, attributes: Self.event.attributes, id: Self.event.id)
        #expect(try converted(UniversalEventBytes.data(unnumbered), sequence: 12) == Self.expected)
        #expect(try converted(UniversalEventBytes.data(unnumbered)) == nil)
    }

    @Test(arguments: [
        #"],"eventId":"01890000-0000-7000-8000-000000000009","sequence":9}"#, "]", "],", "\\", "\"", #"},{"name":"x"#,
    ])
    func `texts that look like the end of an event stay texts`(text: String) throws {
        let event = UniversalEvent(
            .named, time: Self.event.time, attributes: [.init(text, "1"), .init("last", text)], id: Self.event.id,
            sequence: .max / 100)
        let read = try #require(try converted(UniversalEventBytes.data(event)))
        #expect(read.properties == [text: .text("1"), "last": .text(text)])
        #expect(read.id == Self.event.id)
        #expect(read.sequence == .max / 100)
    }

    @Test func `an event without attributes has no properties`() throws {
        let event = UniversalEvent(
            .named, time: Self.event.time, attributes: [], id: Self.event.id, sequence: 1)
        #expect(try converted(UniversalEventBytes.data(event))?.properties == [:])
    }

    @Test func `no part of a stored event is read as an event`() throws {
        let whole = UniversalEventBytes.data(Self.event)
        for count in 0..<whole.count { #expect(try converted(whole.prefix(count)) == nil) }
        #expect(try converted(Data(#"{"eventTypeCode":"16","attributes":[]}"#.utf8)) == nil)
    }

    private static let forms = [
        event,
        UniversalEvent(.named, time: nil, attributes: []),
        UniversalEvent(.installed, time: event.time, attributes: event.attributes, sequence: 7),
        UniversalEvent(.named, time: nil, attributes: [.init("a\\nb\r\t", "\u{1F}\u{7F}é")], id: event.id),
    ]

    @Test(arguments: forms) func `stored bytes are read as the event that they were written from`(event: UniversalEvent)
        throws
    {
        let data = UniversalEventBytes.data(event)
        #expect(UniversalEventBytes.event(data) == event)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(UniversalEventBytes.event(try encoder.encode(event)) == event, "another order, other escapes")
        for count in 0..<data.count { #expect(UniversalEventBytes.event(data.prefix(count)) == nil) }
    }

    @Test func `escapes of other writers are read too`() {
        let json = #"{"eventTypeCode":"17","attributes":[{"name":"\u0041\/","value":"\ud83c\udfac\b"}]}"#
        #expect(UniversalEventBytes.event(Data(json.utf8))?.attributes == [.init("A/", "🎬\u{8}")])
    }

    @Test func `whether an event has an attribute of some names is found without decoding it`() throws {
        let data = UniversalEventBytes.data(Self.event)
        #expect(!UniversalEventBytes.mayHave([Array(#""Goal""#.utf8), Array(#""quoted""#.utf8)], data))
        #expect(UniversalEventBytes.mayHave([Array(#""empty""#.utf8)], data))
        #expect(UniversalEventBytes.mayHave([], Data("{}".utf8)), "bytes in another form are decoded")
        let escaped = #"{"eventTypeCode":"17","attributes":[{"name":"\u0041","value":""}]}"#
        #expect(UniversalEventBytes.mayHave([Array(#""A""#.utf8)], Data(escaped.utf8)))
    }
}
