/// A moment as ads write it: `2026-11-21T20:00:00+01:00`, to the minute at least, with fractions of a second ignored.
///
/// A time without a zone is the device's own; a date alone is a whole day.
public struct CalendarTime: Sendable, Hashable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int
    /// Seconds since midnight, 0 to 86,399; nil for a whole day.
    public let secondsOfDay: Int?
    /// Seconds east of Greenwich; nil for the device's own zone.
    public let zone: Int?

    /// The time that the text writes, or nil when it writes none.
    public init?(_ text: String) {
        var digits = Scanner(text)
        guard let year = digits.number(4), (1...9999).contains(year), digits.take("-"),
            let month = digits.number(2), (1...12).contains(month), digits.take("-"),
            let day = digits.number(2), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        if digits.isAtEnd {
            secondsOfDay = nil
            zone = nil
            return
        }
        guard digits.take("T") || digits.take("t") || digits.take(" "), let time = digits.time() else { return nil }
        secondsOfDay = time
        guard !digits.isAtEnd else {
            zone = nil
            return
        }
        guard let zone = digits.zone(), digits.isAtEnd else { return nil }
        self.zone = zone
    }

    /// Seconds since 1970 in the zone, or as if in Greenwich without one: enough to compare times of one event.
    public var seconds: Int {
        let past = year - (month < 3 ? 1 : 0)
        let shifted = (month + 9) % 12
        let dayOfYear = (153 * shifted + 2) / 5 + day - 1
        let days = 365 * past + past / 4 - past / 100 + past / 400 + dayOfYear - 719_468
        return days * 86_400 + (secondsOfDay ?? 0) - (zone ?? 0)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    private struct Scanner {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
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
            guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else { return nil }
            var second = 0
            if take(":") {
                guard let value = number(2), value < 60 else { return nil }
                second = value
                if take(".") {
                    guard number(1) != nil else { return nil }
                    while number(1) != nil {}
                }
            }
            return hour * 3600 + minute * 60 + second
        }

        mutating func zone() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign = take("+") ? 1 : take("-") ? -1 : 0
            guard sign != 0, let hours = number(2), hours < 24 else { return nil }
            _ = take(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}
