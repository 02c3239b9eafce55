/// How much of a lane the outbox keeps.
///
/// Beyond a bound the oldest items go first; every loss is counted by reason and reported to the server. The bounds of
/// one lane touch no other.
public struct OutboxLimits: Sendable, Hashable {
    /// The most items waiting on disk.
    public var events: Int
    /// The most encoded bytes waiting on disk.
    public var bytes: Int
    /// How old an item may get unsent, in time that really passed: setting a clock forward ages nothing.
    ///
    /// `nil`: any age.
    public var age: Duration?
    /// The most events that may wait in memory for the disk.
    ///
    /// Only a disk that does not take writes lets it come to that.
    public var pending: Int

    /// Bounds of a lane; the defaults hold a busy app's events for weeks without a network.
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
