/// The state of an item in the outbox.
///
/// The file stores the raw value. While a request carries an item, the item is bound to this request, so that no second
/// request carries it. If the request fails and another one may follow, the item is `notPosted`, also if it was `expired`
/// before. If no request leaves the device, for example without a network or a token, the item keeps its status.
/// If the process ends while a request carries the item, the item is `notPosted` at the next start, even if the request
/// had not left the device.
public enum OutboxStatus: Int, Sendable, CaseIterable {
    /// The item is ready to be sent, or a request carries it.
    case notPosted = 0
    /// The receiver has the item. The lane keeps such items for a time, or counts and removes them.
    case posted = 1
    /// The receiver refused the item, or all attempts that its lane allows failed. The item is not sent again.
    case failed = 2
    /// The item is stored, but some of its values are missing. It is not sent before it is completed.
    case hold = 3
    /// The item was not completed in time. It is sent like `notPosted`, without the missing values. While the first
    /// request carries it, the item is still `expired`.
    case expired = 4
    /// The item was not sent, because it became older than its lane or its own lifetime allows.
    case aged = 5
}
