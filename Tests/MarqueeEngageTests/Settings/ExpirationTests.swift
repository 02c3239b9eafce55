import MarqueeEngage
import MarqueeWire
import Testing

/// ENG-159 to ENG-167: expiration strings.
@Suite struct ExpirationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        var from = "2014-01-01T00:00:00Z"
        let to: String
        /// The difference, except for dates.
        let seconds: Int64

        var testDescription: String { "\"\(text)\"" }
    }

    static let rows = [
        Row(text: "1 day 15m", from: "2014-06-10T00:00:00Z", to: "2014-06-11T00:15:00Z", seconds: 87_300),
        Row(text: "15m1d0seconds", from: "2014-06-10T00:00:00Z", to: "2014-06-11T00:15:00Z", seconds: 87_300),
        Row(text: "65minutes", from: "2014-06-10T00:00:00Z", to: "2014-06-10T01:05:00Z", seconds: 3_900),
        Row(text: "3seconds", from: "2014-06-10T00:00:00Z", to: "2014-06-10T00:00:03Z", seconds: 3),
        Row(text: "1 day 7 hours 23 minutes 15 seconds", to: "2014-01-02T07:23:15Z", seconds: 112_995),
        Row(text: "1day7hours23minutes15seconds", to: "2014-01-02T07:23:15Z", seconds: 112_995),
        Row(text: "1D 7H 23M 15S", to: "2014-01-02T07:23:15Z", seconds: 112_995),
        Row(text: "1 d 7 h 23 m 15 s", to: "2014-01-02T07:23:15Z", seconds: 112_995),
        Row(text: "1day", to: "2014-01-02T00:00:00Z", seconds: 86_400),
        Row(text: "1 d", to: "2014-01-02T00:00:00Z", seconds: 86_400),
        Row(text: "9h", to: "2014-01-01T09:00:00Z", seconds: 32_400),
        Row(text: "1 hr", to: "2014-01-01T01:00:00Z", seconds: 3_600),
        Row(text: "12m", to: "2014-01-01T00:12:00Z", seconds: 720),
        Row(text: "15 sec", to: "2014-01-01T00:00:15Z", seconds: 15),
        Row(text: "67 mins 47s", to: "2014-01-01T01:07:47Z", seconds: 4_067),
        Row(text: "1d 2d", to: "2014-01-03T00:00:00Z", seconds: 172_800),
        // Only the first letter of a unit matters, and a fraction is another number.
        Row(text: "2 months", to: "2014-01-01T00:02:00Z", seconds: 120),
        Row(text: "500 ms", to: "2014-01-01T08:20:00Z", seconds: 30_000),
        Row(text: "1.5h", to: "2014-01-01T05:00:00Z", seconds: 18_000),
        Row(text: "-5m", to: "2014-01-01T00:05:00Z", seconds: 300),
        Row(text: "1 2d", to: "2014-01-03T00:00:00Z", seconds: 172_800),
        // A date does not depend on the reference, and counts only where there is no duration.
        Row(text: "2014/12/25 11:12:13", to: "2014-12-25T11:12:13Z", seconds: 0),
        Row(text: "2014/02/14 16:25:43 ", to: "2014-02-14T16:25:43Z", seconds: 0),
        Row(text: "2014/12/25 11:12:13 1d", to: "2014-01-02T00:00:00Z", seconds: 86_400),
        // No valid unit: the reference itself.
        Row(text: "", to: "2014-01-01T00:00:00Z", seconds: 0),
        Row(text: "1 week", to: "2014-01-01T00:00:00Z", seconds: 0),
        Row(text: "21341qaskljdf;lawjer;aldsv;lajsdf", to: "2014-01-01T00:00:00Z", seconds: 0),
        Row(text: "2014-12-25T11:12:13Z", to: "2014-01-01T00:00:00Z", seconds: 0),
        Row(text: "2014/13/45 25:61:61", to: "2014-01-01T00:00:00Z", seconds: 0),
    ]

    @Test(arguments: rows) func `a text has an end, counted from a reference in UTC`(row: Row) throws {
        let expiration = Expiration(row.text)
        let reference = try time(row.from)
        #expect(expiration.date(after: reference) == (try time(row.to)))
        #expect(expiration.secondsSince1970(after: reference) == (try time(row.to)).milliseconds / 1_000)
        #expect(expiration.seconds == row.seconds)
        #expect(expiration.milliseconds == row.seconds * 1_000)
    }

    @Test(arguments: ["999999999999d", String(repeating: "9", count: 900) + "d", "99999999999d 99999999999h"])
    func `a duration that is too long is shortened`(text: String) {
        let expiration = Expiration(text)
        #expect(expiration.seconds == 3_652_425 * 86_400)
        #expect(expiration.date(after: Timestamp(milliseconds: 0)) > Timestamp(milliseconds: 0))
    }

    @Test func `the three forms of a text are told apart`() throws {
        #expect(Expiration("15m").form == .duration(.seconds(900)))
        #expect(Expiration("2014/12/25 11:12:13").form == .date(try time("2014-12-25T11:12:13Z")))
        #expect(Expiration("soon").form == .unreadable)
    }
}
