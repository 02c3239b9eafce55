import Foundation
import MRAID
import Testing

/// The events that `createCalendarEvent` accepts and refuses (ADS-089).
@Suite struct CalendarTests {
    private func event(_ parameters: String) -> (event: CalendarEvent?, complaint: String?) {
        var host = Host.ready()
        host.says("createCalendarEvent", parameters)
        let events = host.deeds.compactMap { if case .createCalendarEvent(let event, _) = $0 { event } else { nil } }
        return (events.first, host.complaints().first)
    }

    @Test func `every field is read`() throws {
        let parameters = """
            {"description":"Premiere","start":"2026-11-21T20:00:00+01:00","end":"2026-11-21T22:30+01:00",
            "location":"Hall","summary":"Doors at 7","status":"tentative","transparency":"opaque","reminder":"-900000",
            "recurrence":{"frequency":"monthly","interval":2,"expires":"2027-11-21","exceptionDates":["2027-01-21"],
            "daysInWeek":[0,6],"daysInMonth":[21,-1],"daysInYear":[366,-366],"weeksInMonth":[-5,5],
            "monthsInYear":[1,12]},"unknown":1}
            """.replacing("\n", with: " ")
        let event = try #require(event(parameters).event)
        #expect(event.description == "Premiere")
        #expect(event.start.secondsOfDay == 72_000 && event.start.zone == 3_600)
        #expect(event.start.date()?.timeIntervalSince1970 == 1_795_287_600)
        #expect(event.end?.date()?.timeIntervalSince1970 == 1_795_296_600)
        #expect(event.location == "Hall" && event.summary == "Doors at 7")
        #expect(event.status == .tentative && event.transparency == .opaque)
        #expect(event.reminder == .before(seconds: 900))
        let recurrence = try #require(event.recurrence)
        #expect(recurrence.frequency == .monthly && recurrence.interval == 2)
        #expect(recurrence.expires?.year == 2027 && recurrence.exceptionDates.first?.month == 1)
        #expect(recurrence.daysInWeek == [0, 6] && recurrence.daysInMonth == [21, -1])
        #expect(recurrence.daysInYear == [366, -366] && recurrence.weeksInMonth == [-5, 5])
        #expect(recurrence.monthsInYear == [1, 12])
    }

    @Test(arguments: [
        "", #","end":null,"location":null,"status":null,"reminder":null,"recurrence":null"#,
        #","end":"2026-11-21""#, #","reminder":-60000"#, #","reminder":"2026-11-20T09:00Z""#,
        #","recurrence":{"frequency":"daily","interval":null}"#,
    ])
    func `optional fields may be left out or null`(more: String) {
        #expect(event(#"{"description":"x","start":"2026-11-21"\#(more)}"#).complaint == nil)
    }

    @Test(
        arguments: [
            ("2026-11-21", nil, nil), ("2026-11-21T00:00", 0, nil), ("2026-11-21T23:59:59", 86_399, nil),
            ("2026-11-21T20:00Z", 72_000, 0), ("2026-11-21t20:00:01.5z", 72_001, 0),
            ("2026-11-21 20:00-0530", 72_000, -19_800), ("2028-02-29T12:00:00+14:00", 43_200, 50_400),
        ] as [(String, Int?, Int?)])
    func `a time is read with its seconds and its zone`(text: String, seconds: Int?, zone: Int?) throws {
        let time = try #require(CalendarTime(text))
        #expect(time.secondsOfDay == seconds)
        #expect(time.zone == zone)
    }

    @Test(
        arguments: [
            ("2026-11-21", 1_795_215_600), ("2026-11-21T20:00", 1_795_287_600),
            ("2026-11-21T20:00+01:00", 1_795_287_600),
            ("2026-11-21T20:00-23:59", 1_795_377_540), ("2026-03-29T03:30", 1_774_747_800),
            ("1583-01-01T00:00Z", -12_212_553_600),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("2000-02-29T00:00Z", 951_782_400),
        ] as [(String, Double)])
    func `a time without a zone is in the device's zone`(text: String, seconds: Double) throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(CalendarTime(text)?.date(in: berlin)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "x", "2026", "2026-11", "2026-13-01", "2026-00-01", "2026-02-29", "2026-04-31", "0000-01-01", "1582-10-20",
        "1900-02-29",
        "2026-11-21T", "2026-11-21T24:00", "2026-11-21T20:60", "2026-11-21T20:00:60", "2026-11-21T20",
        "2026-11-21T20:00+", "2026-11-21T20:00+24:00", "2026-11-21T20:00Zx", "2026-11-21x", "21.11.2026",
        "2026-11-21T20:00:00.", "２０２６-11-21", "-2026-11-21", "Invalid Date",
    ])
    func `a text that is not a time is refused`(text: String) {
        #expect(CalendarTime(text) == nil)
        #expect(
            event(#"{"description":"x","start":"\#(text)"}"#).complaint
                == "start is not a time such as 2026-11-21T20:00:00+01:00")
    }

    @Test(arguments: [
        ("null", "The properties are not an object"), ("{}", "The event has no description"),
        (#"{"description":"","start":"2026-11-21"}"#, "The event has no description"),
        (#"{"description":7,"start":"2026-11-21"}"#, "description is not a text of at most 1024 characters"),
        (#"{"description":"x"}"#, "The event has no start"),
        (#"{"description":"x","start":1}"#, "start is not a time such as 2026-11-21T20:00:00+01:00"),
        (
            #"{"description":"x","start":"2026-11-21T20:00Z","end":"2026-11-21T20:59+01:00"}"#,
            "The event ends before it starts"
        ),
    ])
    func `a faulty event is refused`(parameters: String, message: String) {
        #expect(event(parameters).complaint == message)
        #expect(event(parameters).event == nil)
    }

    @Test(arguments: [
        (#""status":"maybe""#, "status has an unknown value"),
        (#""transparency":"glass""#, "transparency has an unknown value"),
        (#""reminder":60000"#, "reminder is not within the year before the start"),
        (#""reminder":-1e15"#, "reminder is not within the year before the start"),
        (#""reminder":"soon""#, "reminder is not a time such as 2026-11-21T20:00:00+01:00"),
        (#""recurrence":7"#, "recurrence is not an object"),
        (#""recurrence":{}"#, "recurrence has no frequency"),
        (#""recurrence":{"frequency":"hourly"}"#, "frequency has an unknown value"),
        (#""recurrence":{"frequency":"daily","interval":0}"#, "interval is not a whole number from 1 to 999"),
        (#""recurrence":{"frequency":"daily","interval":1.5}"#, "interval is not a whole number from 1 to 999"),
        (#""recurrence":{"frequency":"daily","interval":1e300}"#, "interval is not a whole number from 1 to 999"),
        (#""recurrence":{"frequency":"daily","daysInWeek":[7]}"#, "daysInWeek has a number out of range"),
        (#""recurrence":{"frequency":"daily","daysInMonth":[0]}"#, "daysInMonth has a number out of range"),
        (#""recurrence":{"frequency":"daily","daysInYear":[367]}"#, "daysInYear has a number out of range"),
        (#""recurrence":{"frequency":"daily","weeksInMonth":["1"]}"#, "weeksInMonth has a number out of range"),
        (#""recurrence":{"frequency":"daily","monthsInYear":13}"#, "monthsInYear is not a list"),
        (
            #""recurrence":{"frequency":"daily","exceptionDates":["x"]}"#,
            "exceptionDates is not a time such as 2026-11-21T20:00:00+01:00"
        ),
    ])
    func `a faulty field is named`(field: String, message: String) {
        #expect(event(#"{"description":"x","start":"2026-11-21",\#(field)}"#).complaint == message)
    }

    @Test func `a text that is too long is refused`() {
        let text = String(repeating: "x", count: 1_025)
        #expect(
            event(#"{"description":"\#(text)","start":"2026-11-21"}"#).complaint
                == "description is not a text of at most 1024 characters")
    }
}
