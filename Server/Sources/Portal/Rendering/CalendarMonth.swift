import Foundation
import MarqueeWire

/// A month of the Gregorian calendar in UTC, from January 1970 to December 9999.
struct CalendarMonth: Sendable, Equatable {
    /// Months since January of the year 0.
    private let number: Int

    private init(number: Int) {
        self.number = min(max(number, 1970 * 12), 9999 * 12 + 11)
    }

    /// The month of a time.
    init(_ time: Timestamp) {
        let parts = Self.calendar.dateComponents([.year, .month], from: time.date)
        self.init(number: (parts.year ?? 1970) * 12 + (parts.month ?? 1) - 1)
    }

    /// Reads "2026-12".
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard text.utf8.count == 7, parts.count == 2, let year = parts[0], let month = parts[1],
            (1970...9999).contains(year), (1...12).contains(month)
        else { return nil }
        self.init(number: year * 12 + month - 1)
    }

    /// "2026-12".
    var text: String {
        let month = number % 12 + 1
        return "\(number / 12)-\(month < 10 ? "0" : "")\(month)"
    }

    /// "December 2026".
    var title: String { start.date.formatted(Self.monthStyle) }

    var next: CalendarMonth { CalendarMonth(number: number + 1) }

    var previous: CalendarMonth { CalendarMonth(number: number - 1) }

    /// The first moment of the month.
    var start: Timestamp {
        Timestamp(
            Self.calendar.date(from: DateComponents(year: number / 12, month: number % 12 + 1))
                ?? Date(
                    timeIntervalSince1970: 0))
    }

    /// The number of days.
    var length: Int { Self.calendar.range(of: .day, in: .month, for: start.date)?.count ?? 28 }

    /// The weekday of the first day, 0 for Monday to 6 for Sunday.
    var firstWeekday: Int { (Self.calendar.component(.weekday, from: start.date) + 5) % 7 }

    /// The day of the month, from 1, of a time in it.
    func day(of time: Timestamp) -> Int { Self.calendar.component(.day, from: time.date) }

    /// "Tuesday 1 December".
    func name(of day: Int) -> String {
        (start + .seconds(86_400 * (day - 1))).date.formatted(Self.dayStyle)
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let monthStyle = Date.VerbatimFormatStyle(
        format: "\(month: .wide) \(year: .defaultDigits)", locale: Locale(identifier: "en_GB"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))
    private static let dayStyle = Date.VerbatimFormatStyle(
        format: "\(weekday: .wide) \(day: .defaultDigits) \(month: .wide)", locale: Locale(identifier: "en_GB"),
        timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
}
