/// Where an item of the outbox stands on its way out.
///
/// Stored as the raw value. While a request carries an item, the item is `notPosted` and bound to that request, so that
/// no second request carries it too.
public enum OutboxStatus: Int, Sendable, CaseIterable {
    /// Ready to be sent, or being sent.
    case notPosted = 0
    /// The receiver has it. A lane keeps such items for a time, or counts and removes them.
    case posted = 1
    /// Refused for good, or attempted as often as its lane allows. Not sent again.
    case failed = 2
    /// Stored, but not to be sent before its values are completed.
    case hold = 3
    /// Its values were not completed in time. Sent like `notPosted`, as it is.
    case expired = 4
    /// Never sent, because it grew older than its lane or its own expiry allows.
    case aged = 5
}
