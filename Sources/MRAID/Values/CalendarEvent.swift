/// A checked event for the user's calendar. It has a description and a start, and it does not end before it starts.
public struct CalendarEvent: Sendable, Hashable {
    /// Whether the event blocks time in the calendar.
    public enum Transparency: String, Sendable, Hashable {
        /// The user is available during the event.
        case transparent
        /// The user is busy during the event.
        case opaque
    }

    /// How certain the event is.
    public enum Status: String, Sendable, Hashable {
        /// Not decided.
        case pending
        /// Likely.
        case tentative
        /// Certain.
        case confirmed
        /// Called off.
        case cancelled
    }

    /// The title of the event.
    public var description: String
    /// When it starts.
    public var start: CalendarTime
    /// When it ends; nil when the ad does not state an end.
    public var end: CalendarTime?
    /// Where it takes place.
    public var location: String?
    /// A longer text.
    public var summary: String?
    /// How certain the event is.
    public var status: Status?
    /// Whether the event blocks time in the calendar.
    public var transparency: Transparency?
    /// When to remind the user: at a time, or some time before the start.
    public var reminder: Reminder?
    /// How the event repeats; nil for a single event.
    public var recurrence: Recurrence?

    /// The time of a reminder.
    public enum Reminder: Sendable, Hashable {
        /// At this time.
        case at(CalendarTime)
        /// This many seconds before the event starts.
        case before(seconds: Double)
    }
}
