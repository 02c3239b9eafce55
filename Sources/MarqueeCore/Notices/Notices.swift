/// Hands every ``Notice`` to every subscriber, in the order of posting.
public final class Notices: Sendable {
    /// A subscriber that does not read keeps this many notices; the oldest go first.
    private let broadcast = Broadcast<Notice>(backlog: 1_000)

    /// Begins without subscribers; a notice that nobody subscribes to is gone.
    public init() {}

    /// Notices from now on.
    ///
    /// The subscription ends when its reader stops iterating or its task is cancelled.
    public func subscribe() -> AsyncStream<Notice> { broadcast.subscribe() }

    /// Posts to everyone subscribed at this moment.
    ///
    /// Never waits for a reader.
    public func post(_ notice: Notice) { broadcast.send(notice) }
}
