/// The limits of one lane of the outbox.
///
/// Above a limit, the oldest items are dropped first. Every loss is counted by reason and reported to the server. The
/// limits of one lane do not affect other lanes.
public struct OutboxLimits: Sendable, Hashable {
    /// The maximum number of items that wait on disk.
    public var events: Int
    /// The maximum number of encoded bytes that wait on disk.
    public var bytes: Int
    /// The maximum age of an unsent item. The age does not depend on the wall clock: setting the clock forward ages
    /// nothing.
    ///
    /// `nil`: no maximum.
    public var age: Duration?
    /// The maximum number of events that wait in memory for the disk.
    ///
    /// This limit is reached only if the disk cannot be written.
    public var pending: Int

    /// Makes limits; the defaults hold the events of a busy app for weeks without a network.
    public init(
        events: Int = 100_000, bytes: Int = 64 * 1_024 * 1_024, age: Duration? = .seconds(90 * 86_400),
        pending: Int = 100_000
    ) {
        self.events = events
        self.bytes = bytes
        self.age = age
        self.pending = pending
    }
}
