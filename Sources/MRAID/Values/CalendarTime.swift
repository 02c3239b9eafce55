public import Foundation

/// A date or time that an ad wrote, such as `2026-11-21T20:00:00+01:00`. A time has at least hours and minutes;
/// fractions of a second are ignored.
///
/// A time without a zone is in the device's own zone. A date alone stands for the whole day.
public struct CalendarTime: Sendable, Hashable {
    /// The year, 1583 to 9999. ISO 8601 leaves earlier years to private agreement.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int
    /// Seconds since midnight, 0 to 86,399; nil for a whole day.
    public let secondsOfDay: Int?
    /// Seconds east of Greenwich; nil for the device's own zone.
    public let zone: Int?

    /// Nil when the text is not a date or time of ISO 8601, or when the day does not exist.
    public init?(_ text: String) {
        var scanner = TimeScanner(text)
        guard let year = scanner.number(4), (1583...9999).contains(year), scanner.skip("-"),
            let month = scanner.number(2), scanner.skip("-"), let day = scanner.number(2),
            DateComponents(year: year, month: month, day: day).isValidDate(in: Self.calendar(in: .gmt))
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        if scanner.isAtEnd {
            secondsOfDay = nil
            zone = nil
            return
        }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let time = scanner.time() else { return nil }
        secondsOfDay = time
        guard !scanner.isAtEnd else {
            zone = nil
            return
        }
        guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
        self.zone = zone
    }

    /// The moment, or the beginning of the day for a date alone; nil when Foundation has no such moment.
    /// - Parameter local: the device's zone, used when the text names none.
    public func date(in local: TimeZone = .current) -> Date? {
        let time = secondsOfDay ?? 0
        let parts = DateComponents(
            year: year, month: month, day: day, hour: time / 3600, minute: time / 60 % 60, second: time % 60)
        // A `TimeZone` ends at 18 hours, an offset of ISO 8601 at 24.
        return Self.calendar(in: zone == nil ? local : .gmt).date(from: parts)?
            .addingTimeInterval(TimeInterval(-(zone ?? 0)))
    }

    private static func calendar(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    private struct TimeScanner {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, UInt32(first) == character.value else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let byte = rest.first, (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
                rest.removeFirst()
            }
            return value
        }

        mutating func time() -> Int? {
            guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else { return nil }
            var second = 0
            if skip(":") {
                guard let value = number(2), value < 60 else { return nil }
                second = value
                if skip(".") {
                    guard number(1) != nil else { return nil }
                    while number(1) != nil {}
                }
            }
            return hour * 3600 + minute * 60 + second
        }

        mutating func zone() -> Int? {
            if skip("Z") || skip("z") { return 0 }
            let sign = skip("+") ? 1 : skip("-") ? -1 : 0
            guard sign != 0, let hours = number(2), hours < 24 else { return nil }
            _ = skip(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}
