/// How often an event happened on one day.
public struct EventCount: Sendable, Hashable {
    /// The event's name; ``EventRecord/otherName`` beyond the names that are kept apart.
    public let name: String
    /// The day of UTC on which the events happened.
    public let day: Day
    /// The number of events.
    public let events: Int
    /// The number of different installs that sent them.
    public let installs: Int
}
