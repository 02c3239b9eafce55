import MarqueeWire
import Testing

@testable import Publishing

@Suite
struct DateTextTests {
    @Test(arguments: [
        ("2016-1-05 18:00:00", "2016-01-05T18:00:00Z"), ("2017-2-16", "2017-02-16T00:00:00Z"),
        ("2024-03-12T10:00:00+02:00", "2024-03-12T08:00:00Z"), ("2024-03-12 9:30", "2024-03-12T09:30:00Z"),
        ("Tue, 05 Jan 2016 18:00:00 -0800", "2016-01-06T02:00:00Z"), ("5 January 2016", "2016-01-05T00:00:00Z"),
        ("January 5, 2016", "2016-01-05T00:00:00Z"), ("Wed, 02 Oct 02 13:00:00 GMT", "2002-10-02T13:00:00Z"),
        ("2024-02-29T23:59:59.250Z", "2024-02-29T23:59:59Z"), ("2016/1/5 12:00 PST", "2016-01-05T20:00:00Z"),
    ])
    func `a date is read in every common spelling`(text: String, expected: String) throws {
        #expect(try #require(DateText.parse(text)).description == expected)
    }

    @Test(arguments: [
        "", "soon", "2023-02-29", "2024-13-01", "12:00", "2024-01-01 25:00", "99999-1-1", "2024-01-01 banana",
        "2024-9223372036854775807-1", "2024-1-9223372036854775807", "1899-12-31", "2100-02-29",
    ])
    func `a text that is not a date is refused`(text: String) {
        #expect(DateText.parse(text) == nil)
    }
}
