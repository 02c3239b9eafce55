import MarqueeCore
public import MarqueeWire

/// A universal event in the outbox.
public struct TrackedEvent: Sendable, Hashable {
    /// What becomes of an event. The raw values are those of the ancestor's local store.
    public enum Status: Int, Sendable, CaseIterable {
        /// Ready to be sent, or in a request that is running.
        case notPosted = 1
        /// The receiver has the event. It is kept for a time and then deleted.
        case posted = 2
        /// The receiver refused the event, or all its attempts failed. It is not sent again.
        case failed = 3
        /// Plug-ins are still at work; the event is not sent before they are ready.
        case hold = 4
        /// The plug-ins took too long; the event is sent like ``notPosted``, as it was tracked. After a request that failed
        /// and was not the last one, the event is ``notPosted``.
        case expired = 5
    }

    /// The id that ``Engage/track(_:)`` returned.
    public let id: EventID
    /// What becomes of the event.
    public let status: Status
    /// The event as it is sent.
    public let event: UniversalEvent
    /// How many requests carried the event without success.
    public let attempts: Int
    /// Why the last attempt failed, or why the event is not sent again.
    public let reason: String?

    /// - Returns: `nil` for bytes that are no universal event.
    init?(_ stored: StoredEvent) {
        guard let event = UniversalEventBytes.event(stored.body) else { return nil }
        id = stored.id
        status = Status(stored.status)
        self.event = event
        attempts = stored.attempts
        reason = stored.reason
    }
}

extension TrackedEvent.Status {
    init(_ status: OutboxStatus) {
        self =
            switch status {
            case .notPosted: .notPosted
            case .posted: .posted
            // No event of this lane becomes too old; one of another version would not be sent again either.
            case .failed, .aged: .failed
            case .hold: .hold
            case .expired: .expired
            }
    }

    var stored: OutboxStatus {
        switch self {
        case .notPosted: .notPosted
        case .posted: .posted
        case .failed: .failed
        case .hold: .hold
        case .expired: .expired
        }
    }
}
