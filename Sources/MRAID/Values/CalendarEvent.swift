/// An event for the user's calendar, checked: it has a description and a start, and does not end before it starts.
public struct CalendarEvent: Sendable, Hashable {
    /// Whether the time counts as taken.
    public enum Transparency: String, Sendable, Hashable {
        /// The user is free meanwhile.
        case transparent
        /// The user is busy meanwhile.
        case opaque
    }

    /// How firm the event is.
    public enum Status: String, Sendable, Hashable {
        /// Nothing is settled.
        case pending
        /// Likely to happen.
        case tentative
        /// Settled.
        case confirmed
        /// Called off.
        case cancelled
    }

    /// What the event is called.
    public var description: String
    /// When it starts.
    public var start: CalendarTime
    /// When it ends; nil when the ad does not say.
    public var end: CalendarTime?
    /// Where it takes place.
    public var location: String?
    /// A longer text.
    public var summary: String?
    /// How firm it is.
    public var status: Status?
    /// Whether it takes up time.
    public var transparency: Transparency?
    /// When to remind the user: a time, or milliseconds before the start.
    public var reminder: Reminder?
    /// How it repeats; nil for a single event.
    public var recurrence: Recurrence?

    /// When a reminder is due.
    public enum Reminder: Sendable, Hashable {
        /// At the time.
        case at(CalendarTime)
        /// So many seconds before the event starts.
        case before(seconds: Double)
    }
}
