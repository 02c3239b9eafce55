import Foundation
import MarqueeWire
import Testing

/// The form of universal events on the wire (ENG-042, ENG-200).
struct `Universal events` {
    private let id = EventID(high: 0x0198_0000_0000_7001, low: 0x8000_0000_0000_0002)

    @Test func `an event is equal after it was written and read`() throws {
        let event = UniversalEvent(
            .goalCompleted, time: Timestamp(milliseconds: 1_390_302_823_045),
            attributes: [.init("Goal Name", "LISTENED TO MVSTERMIND"), .init("Tags", ""), .init("ünï \"<", "\u{1}\n")],
            id: id, sequence: 7)
        let bytes = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(UniversalEvent.self, from: bytes) == event)
        let members = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        #expect(members["eventTypeCode"] as? String == "16")
        #expect(members["eventTimestamp"] as? String == "2014-01-21T11:13:43.045Z")
    }

    @Test(arguments: [
        #"{"eventTypeCode":"12","eventTimestamp":"2014-01-21T11:13:43.000Z","attributes":[{"name":"a","value":"b"}]}"#,
        #"{"eventTypeCode":12,"eventTimeStamp":"2014-01-21T11:13:43Z","attributes":[{"name":"a","value":"b"}]}"#,
        #"{"contactId":"4","eventTypeCode":12,"eventTimestamp":"2014-01-21T11:13:43.0Z","attributes":[{"value":"b","name":"a"}]}"#,
    ])
    func `what other SDKs send is read`(json: String) throws {
        let event = try JSONDecoder().decode(UniversalEvent.self, from: Data(json.utf8))
        #expect(event.type == .installed)
        #expect(event.time == Timestamp(milliseconds: 1_390_302_823_000))
        #expect(event["a"] == "b")
        #expect(event.id == nil)
    }

    @Test(arguments: [("5", "5"), ("1.5", "1.5"), ("true", "true"), ("null", ""), (#""x""#, "x")])
    func `a value becomes text`(json: String, text: String) throws {
        let whole = #"{"eventTypeCode":17,"attributes":[{"name":"a","value":\#(json)},{"name":"b"}]}"#
        let event = try JSONDecoder().decode(UniversalEvent.self, from: Data(whole.utf8))
        #expect(event["a"] == text)
        #expect(event["b"] == "")
        #expect(event.time == nil)
    }

    @Test(arguments: [
        "{}", #"{"eventTypeCode":"x"}"#, #"{"eventTypeCode":17,"attributes":[{"value":"b"}]}"#,
        #"{"eventTypeCode":17,"attributes":[{"name":"a","value":{"b":"c"}}]}"#,
        #"{"eventTypeCode":17,"eventTimestamp":"yesterday"}"#, #"{"eventTypeCode":17,"eventId":"5"}"#,
    ])
    func `what cannot be an event is refused`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(UniversalEvent.self, from: Data(json.utf8))
        }
    }

    @Test(arguments: [(12, "engage_installed"), (49, "engage_notification_opened"), (28, "engage_type_28")])
    func `a type has the same name in both directions`(code: Int, name: String) {
        #expect(UniversalEventType(rawValue: code).eventName == name)
        #expect(UniversalEventType(eventName: name)?.rawValue == code)
    }

    @Test(arguments: ["content_viewed", "engage_type_", "engage_type_12", "engage_type_028", "engage_type_x"])
    func `other names are of no type`(name: String) {
        #expect(UniversalEventType(eventName: name) == nil)
    }

    @Test func `times are those of Foundation's formatter`() throws {
        let (first, last) = (Int64(-11_676_096_000), Int64(253_402_300_799))
        for (index, seconds) in stride(from: first, through: last, by: 97_654_321).enumerated() {
            let fraction = Int64(index % 1_000)
            let time = Timestamp(milliseconds: seconds * 1_000 + fraction)
            let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
            let text = time.universalText
            #expect(text == "\(whole).\(String(1_000 + fraction).dropFirst())Z")
            #expect(Timestamp(universalText: text) == time)
        }
    }

    @Test(arguments: [
        "2014-02-29T00:00:00Z", "2014-13-01T00:00:00Z", "2014-00-01T00:00:00Z", "2014-01-01 00:00:00Z",
        "2014-01-01T24:00:00Z", "2014-01-01T00:00:00+01:00", "2014-01-01T00:00:00.Z", "2014-01-01T00:00:00.1x2Z", "",
    ])
    func `other texts are no time`(text: String) {
        #expect(Timestamp(universalText: text) == nil)
    }
}
