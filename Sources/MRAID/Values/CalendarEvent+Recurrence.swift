extension CalendarEvent {
    /// How an event repeats, after the W3C calendar draft that MRAID 2.0 points to.
    public struct Recurrence: Sendable, Hashable {
        /// The unit of repetition.
        public enum Frequency: String, Sendable, Hashable {
            /// Every so many days.
            case daily
            /// Every so many weeks.
            case weekly
            /// Every so many months.
            case monthly
            /// Every so many years.
            case yearly
        }

        /// The unit of repetition.
        public var frequency: Frequency
        /// Every how many units, from 1 to 999.
        public var interval: Int
        /// When the repetition ends; nil for never.
        public var expires: CalendarTime?
        /// Days on which the event does not take place, at most 100.
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
