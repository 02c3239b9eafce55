public import MarqueeWire

/// What a report of placements is about.
public struct PlacementQuery: Sendable, Hashable {
    /// What tells the rows of a report apart.
    public struct Grouping: OptionSet, Sendable, Hashable {
        /// The bits of the options.
        public let rawValue: Int

        /// Any bits are allowed.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The day of UTC.
        public static let day = Grouping(rawValue: 1)
        /// The placement's tag.
        public static let placement = Grouping(rawValue: 2)
        /// The unit's id.
        public static let unit = Grouping(rawValue: 4)
    }

    /// The app and stream.
    public var scope: Scope
    /// What tells rows apart; without any there is one row.
    public var grouping: Grouping
    /// Days of UTC, both included.
    public var days: ClosedRange<Day>
    /// Only this placement. Figures that have no placement are left out: those of the app, and purchases that
    /// name none.
    public var placement: String?
    /// Only this unit.
    public var unit: String?
    /// Whose behaviour is counted; a device is what it was when its events arrived.
    public var devices: ReportQuery.Devices
    /// The present: a try without a report is unresolved 24 hours after it.
    public var now: Timestamp
    /// The most rows, 1 to 100,000.
    public var limit: Int

    /// Asks for all figures of an app, unless parameters narrow it.
    public init(
        scope: Scope, by grouping: Grouping, days: ClosedRange<Day>, placement: String? = nil, unit: String? = nil,
        devices: ReportQuery.Devices = .readers, now: Timestamp, limit: Int = 10_000
    ) {
        self.scope = scope
        self.grouping = grouping
        self.days = days
        self.placement = placement
        self.unit = unit
        self.devices = devices
        self.now = now
        self.limit = limit
    }
}

/// A row of a report of placements.
public struct PlacementRow: Sendable, Hashable {
    /// What tells a row from others.
    public struct Key: Sendable, Hashable {
        /// `nil` unless rows are told apart by day.
        public let day: Day?
        /// `nil` for figures of no placement, and unless rows are told apart by placement.
        public let placement: String?
        /// `nil` for figures of no unit, and unless rows are told apart by unit.
        public let unit: String?
    }

    /// What the row is about.
    public let key: Key
    /// What happened.
    public var counts: PlacementCounts
}

/// How often a unit unlocked a reward.
public struct RewardCount: Sendable, Hashable {
    /// The unit's id.
    public let unit: String
    /// The reward's name when the unit was answered.
    public let reward: String
    /// How often it was unlocked.
    public let unlocks: Int
    /// How many pieces were unlocked in all.
    public let pieces: Int
}
