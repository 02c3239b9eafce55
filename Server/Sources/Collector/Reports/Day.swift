public import MarqueeWire

/// A day of UTC, counted from 1970-01-01.
public struct Day: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// Days since 1970-01-01 in UTC.
    public let number: Int

    /// Takes a number of days; any is allowed.
    public init(number: Int) {
        self.number = number
    }

    /// The day a time falls into.
    public init(_ time: Timestamp) {
        let day: Int64 = 86_400_000
        let quotient = time.milliseconds / day
        number = Int(time.milliseconds % day < 0 ? quotient - 1 : quotient)
    }

    /// Reads `YYYY-MM-DD`; `nil` for anything else and for days that do not exist.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 45 || (48...57).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        number = Self.count(year: year, month: month, day: day)
        guard description == text else { return nil }
    }

    /// Midnight at its beginning.
    public var start: Timestamp { Timestamp(milliseconds: Int64(number) * 86_400_000) }

    /// `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = civil
        return [(year, 4), (month, 2), (day, 2)].map { value, width in
            String(repeating: "0", count: max(0, width - String(value).count)) + String(value)
        }.joined(separator: "-")
    }

    /// By time.
    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

    /// The day `days` later.
    public static func + (day: Day, days: Int) -> Day { Day(number: day.number + days) }

    /// Proleptic Gregorian date of the day: 400-year eras that start on 1 March, so that the leap day is an era's last.
    private var civil: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func count(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
