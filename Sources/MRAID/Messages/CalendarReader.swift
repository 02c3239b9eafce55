internal import Foundation

/// Reads and checks the argument of `createCalendarEvent`.
struct CalendarReader {
    private let record: [String: ScriptValue]
    private let limits: Container.Limits

    init(_ record: [String: ScriptValue], limits: Container.Limits) {
        self.record = record
        self.limits = limits
    }

    func event() throws(Container.Problem) -> CalendarEvent {
        guard let description = try text("description"), !description.isEmpty else {
            throw problem("The event has no description")
        }
        guard let start = try time("start") else { throw problem("The event has no start") }
        let end = try time("end")
        if let end, let startDate = start.date(in: .gmt), let endDate = end.date(in: .gmt), endDate < startDate {
            throw problem("The event ends before it starts")
        }
        return CalendarEvent(
            description: description, start: start, end: end,
            location: try text("location"), summary: try text("summary"),
            status: try choice("status"), transparency: try choice("transparency"),
            reminder: try reminder(), recurrence: try recurrence())
    }

    private func problem(_ message: String) -> Container.Problem { Container.Problem(message, .createCalendarEvent) }

    private func text(_ name: String) throws(Container.Problem) -> String? {
        guard let value = record[name], value != .null else { return nil }
        guard let text = value.text, text.count <= limits.textLength else {
            throw problem("\(name) is not a text of at most \(limits.textLength) characters")
        }
        return text
    }

    private func time(_ name: String) throws(Container.Problem) -> CalendarTime? {
        guard let value = record[name], value != .null else { return nil }
        return try time(value, name)
    }

    private func time(_ value: ScriptValue, _ name: String) throws(Container.Problem) -> CalendarTime {
        guard let time = value.text.flatMap(CalendarTime.init) else {
            throw problem("\(name) is not a time such as 2026-11-21T20:00:00+01:00")
        }
        return time
    }

    private func choice<Choice: RawRepresentable<String>>(_ name: String) throws(Container.Problem) -> Choice? {
        guard let text = try text(name) else { return nil }
        guard let choice = Choice(rawValue: text) else { throw problem("\(name) has an unknown value") }
        return choice
    }

    /// A reminder is a time, or a negative number of milliseconds relative to the start.
    private func reminder() throws(Container.Problem) -> CalendarEvent.Reminder? {
        guard let value = record["reminder"], value != .null else { return nil }
        if let milliseconds = value.number ?? value.text.flatMap(Double.init) {
            guard (-31_622_400_000...0).contains(milliseconds) else {
                throw problem("reminder is not within the year before the start")
            }
            return .before(seconds: -milliseconds / 1000)
        }
        return .at(try time(value, "reminder"))
    }

    private func recurrence() throws(Container.Problem) -> CalendarEvent.Recurrence? {
        guard let value = record["recurrence"], value != .null else { return nil }
        guard let record = value.record else { throw problem("recurrence is not an object") }
        let inner = CalendarReader(record, limits: limits)
        guard let frequency: CalendarEvent.Recurrence.Frequency = try inner.choice("frequency") else {
            throw problem("recurrence has no frequency")
        }
        let given = record["interval"] ?? .null
        guard let interval = given == .null ? 1 : given.whole, (1...999).contains(interval) else {
            throw problem("interval is not a whole number from 1 to 999")
        }
        return CalendarEvent.Recurrence(
            frequency: frequency, interval: interval, expires: try inner.time("expires"),
            exceptionDates: try inner.times("exceptionDates"),
            daysInWeek: try inner.numbers("daysInWeek", 0...6),
            daysInMonth: try inner.numbers("daysInMonth", -31...31, without: 0),
            daysInYear: try inner.numbers("daysInYear", -366...366, without: 0),
            weeksInMonth: try inner.numbers("weeksInMonth", -5...5, without: 0),
            monthsInYear: try inner.numbers("monthsInYear", 1...12))
    }

    private func times(_ name: String) throws(Container.Problem) -> [CalendarTime] {
        guard let value = record[name], value != .null else { return [] }
        guard let list = value.list, list.count <= 100 else { throw problem("\(name) is not a list of at most 100") }
        var times: [CalendarTime] = []
        for value in list { times.append(try time(value, name)) }
        return times
    }

    private func numbers(
        _ name: String, _ range: ClosedRange<Int>, without excluded: Int? = nil
    ) throws(Container.Problem) -> [Int] {
        guard let value = record[name], value != .null else { return [] }
        guard let list = value.list, list.count <= 366 else { throw problem("\(name) is not a list") }
        var numbers: [Int] = []
        for value in list {
            guard let number = value.whole, range.contains(number), number != excluded else {
                throw problem("\(name) has a number out of range")
            }
            numbers.append(number)
        }
        return numbers
    }
}
