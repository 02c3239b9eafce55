public import MarqueeWire

/// The number of universal events with something in common.
public struct UniversalCount: Sendable, Hashable {
    /// What events are counted by.
    public enum Part: String, Sendable, Hashable, CaseIterable, Codable {
        /// The day of UTC on which it happened.
        case day
        /// The kind of behaviour.
        case type
        /// `Goal Name`.
        case goal
        /// `Campaign Name`.
        case campaign
    }

    /// `nil` if events are not counted by day.
    public let day: Day?
    /// `nil` if events are not counted by type.
    public let type: UniversalEventType?
    /// `nil` if events are not counted by goal, and for events without a goal.
    public let goal: String?
    /// `nil` if events are not counted by campaign, and for events without a campaign.
    public let campaign: String?
    /// How many there were.
    public let events: Int
}
