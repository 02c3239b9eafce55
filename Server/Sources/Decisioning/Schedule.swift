public import Foundation

/// When a candidate may be shown: between two moments, and at times of the week in a time zone.
public struct Schedule: Sendable, Hashable {
    /// A time of the week, by the clocks of the schedule's time zone.
    public struct Hours: Sendable, Hashable {
        /// 1 is Sunday, 7 is Saturday, as in Foundation's calendar.
        public var weekdays: Set<Int>
        /// Minutes after midnight, 0 to 1439.
        public var start: Int
        /// Minutes after midnight, 1 to 1440, not shown any more at this minute. A smaller number than ``start`` means the
        /// next day.
        public var end: Int

        /// Every day of `weekdays` from `start` to `end`.
        public init(weekdays: Set<Int> = Set(1...7), start: Int, end: Int) {
            self.weekdays = weekdays
            self.start = start
            self.end = end
        }
    }

    /// Shown from this moment on.
    public var start: Date?
    /// No longer shown from this moment on.
    public var end: Date?
    /// Shown at these times only; empty for any time.
    public var hours: [Hours]
    /// The time zone of ``hours``.
    public var timeZone: TimeZone

    /// Without arguments: always.
    public init(start: Date? = nil, end: Date? = nil, hours: [Hours] = [], timeZone: TimeZone = .gmt) {
        self.start = start
        self.end = end
        self.hours = hours
        self.timeZone = timeZone
    }

    /// Whether a moment is at none of the times of the week; `false` for a schedule without such times.
    public func isOutsideHours(at now: Date) -> Bool {
        !hours.isEmpty && isOutsideHours(WeekTime(now, in: timeZone))
    }

    private func isOutsideHours(_ time: WeekTime) -> Bool { !hours.contains { $0.contains(time) } }

    /// Why it is not shown at a moment; `nil` if it is.
    /// - Parameter time: the moment in the schedule's time zone; `nil` for a schedule without hours.
    func refusal(at now: Date, _ time: WeekTime?) -> Refusal? {
        if let start, now < start { return .notStarted(start) }
        if let end, now >= end { return .ended(end) }
        guard let time else { return nil }
        return isOutsideHours(time) ? .outsideHours : nil
    }
}

extension Schedule.Hours {
    fileprivate func contains(_ time: WeekTime) -> Bool {
        guard end < start else { return weekdays.contains(time.weekday) && (start..<end).contains(time.minute) }
        let yesterday = time.weekday == 1 ? 7 : time.weekday - 1
        return weekdays.contains(time.weekday) && time.minute >= start
            || weekdays.contains(yesterday) && time.minute < end
    }
}

/// The time of the week in a time zone.
struct WeekTime {
    let weekday: Int
    let minute: Int

    init(_ now: Date, in zone: TimeZone) {
        // From the offset, because a calendar takes longer than the rest of a decision. 1970-01-01 was a Thursday.
        let local = Int(now.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: now)
        let day = Int((Double(local) / 86_400).rounded(.down))
        weekday = ((day % 7 + 7) % 7 + 4) % 7 + 1
        minute = (local - day * 86_400) / 60
    }
}
