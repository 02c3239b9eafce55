public import MarqueeWire

/// What is stored of an install that asked for placements.
public struct PlacementTraces: Sendable, Hashable {
    /// The most rows of each kind that are read; no install has as many.
    public static let most = 10_000

    /// Showings of a unit, as its caps count them.
    public struct Showing: Sendable, Hashable {
        /// The unit's id.
        public let unit: String
        /// In seconds since 1970; 0 for showings of all time.
        public let second: Int64
        /// How many showings.
        public let number: Int
    }

    /// A unit of a placement was opened while the placement had a badge, which stays empty for the install.
    public struct OpenedBadge: Sendable, Hashable {
        /// The placement's tag.
        public let placement: String
        /// The badge's value.
        public let badge: String
        /// When.
        public let seen: Timestamp
    }

    /// Showings that caps count.
    public let showings: [Showing]
    /// When each of the install's sessions was seen last.
    public let sessions: [Timestamp]
    /// What the install answered to forms.
    public let forms: [FormAnswerRecord]
    /// Badges that the install has followed, by their placements.
    public let badges: [OpenedBadge]

    /// Whether nothing is stored.
    public var isEmpty: Bool { showings.isEmpty && sessions.isEmpty && forms.isEmpty && badges.isEmpty }
}
