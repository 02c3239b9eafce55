/// How many people come back: who did one thing in a day or week, and another thing in the days or weeks after.
public struct RetentionQuestion: Sendable, Hashable, Codable {
    /// The length of a cohort and of a period.
    public enum Unit: String, Sendable, Hashable, CaseIterable, Codable {
        /// A day of UTC.
        case day
        /// Seven days, counted from the question's first day.
        case week

        var days: Int { self == .day ? 1 : 7 }
    }

    /// The most periods after a cohort.
    public static let mostPeriods = 60

    /// What makes a person part of a cohort, when it happens for the first time in the question's days.
    public var first: EventMatch
    /// What counts as coming back.
    public var then: EventMatch
    /// The length of cohorts and periods.
    public var unit: Unit
    /// Periods after the cohort's own.
    public var periods: Int
    /// Days of UTC, both included.
    public var days: ClosedRange<Day>

    /// A question about the people who come back.
    public init(
        first: EventMatch, then: EventMatch, unit: Unit = .day, periods: Int = 14, days: ClosedRange<Day>
    ) {
        self.first = first
        self.then = then
        self.unit = unit
        self.periods = periods
        self.days = days
    }
}

/// Cohorts and how many of their people came back.
public struct RetentionAnswer: Sendable, Hashable, Codable {
    /// The people who did the first thing in the same day or week.
    public struct Cohort: Sendable, Hashable, Codable {
        /// The first day.
        public let start: Day
        /// Its people.
        public let people: Int
        /// Those who came back after so many days or weeks; the first number is that of the same day or week.
        public let returned: [Int]
    }

    /// In the order of time; those without people are left out.
    public let cohorts: [Cohort]
    /// What the answer was made of.
    public let coverage: AnswerCoverage
}
