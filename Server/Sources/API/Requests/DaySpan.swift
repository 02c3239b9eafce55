import Collector
import MarqueeWire
import Web

/// The parameters `from` and `to` of questions about days.
enum DaySpan {
    /// The longest span.
    private static let mostDays = 400

    static let parameters: [Parameter] = [
        .query("from", .day, "The first day (UTC); six days before the last unless it is given."),
        .query("to", .day, "The last day; today unless it is given."),
    ]

    /// - Throws: ``WebError`` `badRequest` for what is no day, and for spans that are too long or end before they begin.
    static func days(_ call: Call, now: Timestamp) throws -> ClosedRange<Day> {
        let last = try day(call, "to") ?? Day(now)
        let first = try day(call, "from") ?? last + -6
        guard first <= last, last.number - first.number < mostDays else {
            throw WebError(
                .badRequest, "a span has 1 to \(mostDays) days, the first of which is not after the last")
        }
        return first...last
    }

    private static func day(_ call: Call, _ name: String) throws -> Day? {
        guard let text = call.query[name] else { return nil }
        guard let day = Day(text), day.number >= 0 else {
            throw WebError(.badRequest, "\"\(name)\" is a day such as 2026-03-01")
        }
        return day
    }
}
