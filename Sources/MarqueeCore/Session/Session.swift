public import MarqueeWire

/// A time in which somebody uses the app, short absences included.
public struct Session: Sendable, Hashable {
    /// Random; the events of the session carry it.
    public let id: String
    /// When it began, by the device's clock.
    public let start: Timestamp
    /// How long the app was in front of its user. Absences do not count, and setting a clock changes nothing.
    public internal(set) var activeTime = Duration.zero
    /// When the app was last known to be in front of its user, by the device's clock; a process that is killed in the
    /// foreground is known for at most 10 s less than it lived.
    public internal(set) var lastActive: Timestamp

    init(id: String, start: Timestamp) {
        self.id = id
        self.start = start
        lastActive = start
    }
}

/// What happens to a session, in this order: started, any number of inactive and active, ended.
public enum SessionChange: Sendable, Hashable {
    /// At the SDK's start, and when the app comes back after a long absence.
    case started(Session)
    /// The app left the screen.
    case inactive(Session)
    /// The app came back soon enough to go on with the session.
    case active(Session)
    /// It is over: the app came back too late, or was started again. Its last active moment is its end.
    ///
    /// A session whose process was killed ends at the next start.
    case ended(Session)
}
