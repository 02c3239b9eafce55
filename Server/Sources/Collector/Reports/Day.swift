import Foundation
public import MarqueeWire

/// A day of UTC, counted from 1970-01-01.
public struct Day: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// Days since 1970-01-01 in UTC.
    public let number: Int

    /// Any number of days is allowed.
    public init(number: Int) {
        self.number = number
    }

    /// The day a time falls into.
    public init(_ time: Timestamp) {
        let day: Int64 = 86_400_000
        let quotient = time.milliseconds / day
        number = Int(time.milliseconds % day < 0 ? quotient - 1 : quotient)
    }

    /// Parses `YYYY-MM-DD`; `nil` for any other text and for days that do not exist.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 10, let date = try? Date(String(text), strategy: Self.style) else { return nil }
        self.init(Timestamp(date))
        guard description == text else { return nil }
    }

    /// The day's first moment.
    public var start: Timestamp { Timestamp(milliseconds: Int64(number) * 86_400_000) }

    /// `YYYY-MM-DD`.
    public var description: String { Self.style.format(start.date) }

    /// Compares by time.
    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

    /// The day `days` later.
    public static func + (day: Day, days: Int) -> Day { Day(number: day.number + days) }

    private static let style = Date.ISO8601FormatStyle().year().month().day()
}
