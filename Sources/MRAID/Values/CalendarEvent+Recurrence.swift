extension CalendarEvent {
    /// How an event repeats, by the W3C calendar draft that MRAID 2.0 refers to.
    public struct Recurrence: Sendable, Hashable {
        /// The unit of ``interval``.
        public enum Frequency: String, Sendable, Hashable {
            /// The interval counts days.
            case daily
            /// The interval counts weeks.
            case weekly
            /// The interval counts months.
            case monthly
            /// The interval counts years.
            case yearly
        }

        /// The unit of ``interval``.
        public var frequency: Frequency
        /// The number of units between two occurrences, from 1 to 999.
        public var interval: Int
        /// The end of the repetition; nil for no end.
        public var expires: CalendarTime?
        /// The dates without an occurrence, at most 100.
        public var exceptionDates: [CalendarTime]
        /// Days of the week, 0 (Sunday) to 6.
        public var daysInWeek: [Int]
        /// Days of the month, -31 to 31 without 0; negative ones count from the end.
        public var daysInMonth: [Int]
        /// Days of the year, -366 to 366 without 0.
        public var daysInYear: [Int]
        /// Weeks of the month, -5 to 5 without 0.
        public var weeksInMonth: [Int]
        /// Months of the year, 1 to 12.
        public var monthsInYear: [Int]
    }
}
