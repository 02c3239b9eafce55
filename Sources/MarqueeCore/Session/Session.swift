public import MarqueeWire

/// A period in which a user uses the app, including short absences.
public struct Session: Sendable, Hashable {
    /// A random id; the events of the session contain it.
    public let id: String
    /// When the session started, by the device's clock.
    public let start: Timestamp
    /// How long the app was visible to its user. Absences do not count, and a change of the device's clock has no
    /// effect.
    public internal(set) var activeTime = Duration.zero
    /// When the app was last visible to its user, by the device's clock. After a kill in the foreground, the time is at
    /// most 10 s too early.
    public internal(set) var lastActive: Timestamp

    init(id: String, start: Timestamp) {
        self.id = id
        self.start = start
        lastActive = start
    }
}

/// A change of a session. The order is: started, any number of inactive and active, ended.
public enum SessionChange: Sendable, Hashable {
    /// The SDK started with the app on screen, or the app came there after a long absence or a start in the background.
    case started(Session)
    /// The app left the screen.
    case inactive(Session)
    /// The app came back in time, and the session continues.
    case active(Session)
    /// The session is over: the app came back too late, or was started again. Its last active moment is its end.
    ///
    /// A session whose process was killed ends at the next start.
    case ended(Session)
}
