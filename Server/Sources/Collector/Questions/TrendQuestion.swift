public import MarqueeWire

/// How often something happened over time, and to how many people.
public struct TrendQuestion: Sendable, Hashable, Codable {
    /// The length of a bucket of time.
    public enum Unit: String, Sendable, Hashable, CaseIterable, Codable {
        /// An hour of UTC.
        case hour
        /// A day of UTC.
        case day
        /// A week of UTC, which begins on Monday.
        case week

        /// The start of the bucket that a time falls into.
        func start(of time: Timestamp) -> Timestamp {
            let day = Day(time)
            switch self {
            case .hour:
                let hour = (time.milliseconds - day.start.milliseconds) / 3_600_000
                return Timestamp(milliseconds: day.start.milliseconds + hour * 3_600_000)
            case .day: return day.start
            case .week: return Day(number: weekStart(of: day.number)).start
            }
        }

        /// 1970-01-01 was a Thursday.
        private func weekStart(of day: Int) -> Int {
            let rest = (day + 3) % 7
            return day - (rest < 0 ? rest + 7 : rest)
        }
    }

    /// What is counted.
    public var event: EventMatch
    /// The attribute by whose values events are counted; `nil` to count all together.
    public var attribute: String?
    /// The buckets of time.
    public var unit: Unit
    /// Days of UTC, both included.
    public var days: ClosedRange<Day>

    /// A question for counts over time.
    public init(_ event: EventMatch, by attribute: String? = nil, unit: Unit = .day, days: ClosedRange<Day>) {
        self.event = event
        self.attribute = attribute
        self.unit = unit
        self.days = days
    }
}

/// Counts over time.
public struct TrendAnswer: Sendable, Hashable, Codable {
    /// One bucket of time and value.
    public struct Point: Sendable, Hashable, Codable {
        /// When the bucket begins.
        public let start: Timestamp
        /// The attribute's value, empty for events without it; `nil` when no attribute was asked for.
        public let value: String?
        /// How many events there were.
        public let events: Int
        /// How many people they belong to.
        public let people: Int
    }

    /// Those with events, by time and then by number of events.
    public let points: [Point]
    /// What the answer was made of.
    public let coverage: AnswerCoverage
}
