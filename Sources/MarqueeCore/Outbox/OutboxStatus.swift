/// Where an event stands on its way to the server.
///
/// Stored as the raw value.
public enum OutboxStatus: Int, Sendable, CaseIterable {
    /// Waits to be sent, or is being sent.
    case notPosted = 0
    /// The server has it on disk. Such events are removed in the same transaction that counts them.
    case posted = 1
    /// The server refused this very event for good.
    case failed = 2
    /// Waits for something else before it may be sent.
    case hold = 3
    /// Grew older than ``OutboxLimits/age`` without being sent.
    case expired = 4
}
