import Foundation
import MarqueeWire
import PlatformStore

/// Which units are on, day by day. A day is one of the unit's own time zone, so that a change of clocks moves nothing.
struct UnitCalendar {
    let month: CalendarMonth

    /// Whether a unit may be shown on a day of the month, which begins with 1.
    func isOn(_ unit: ContentUnitRecord, day: Int) -> Bool {
        guard !unit.isPaused else { return false }
        let zone = TimeZone(identifier: unit.rules.timeZone ?? "GMT") ?? .gmt
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let utc = month.start + .seconds(86_400 * (day - 1))
        let parts = Self.utc.dateComponents([.year, .month, .day], from: utc.date)
        guard let start = calendar.date(from: parts), let end = calendar.date(byAdding: .day, value: 1, to: start)
        else {
            return false
        }
        if let starts = unit.starts, starts.date >= end { return false }
        if let ends = unit.ends, ends.date <= start { return false }
        guard let hours = unit.rules.hours, !hours.isEmpty else { return true }
        let weekday = calendar.component(.weekday, from: start)
        let yesterday = weekday == 1 ? 7 : weekday - 1
        return hours.contains { $0.weekdays.contains(weekday) || $0.end < $0.start && $0.weekdays.contains(yesterday) }
    }

    /// Whether nothing of a unit's schedule changes from day to day.
    static func isAlwaysOn(_ unit: ContentUnitRecord) -> Bool {
        !unit.isPaused && unit.starts == nil && unit.ends == nil && unit.rules.hours?.isEmpty ?? true
    }

    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
