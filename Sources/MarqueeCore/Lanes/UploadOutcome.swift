/// The result of sending the items of a lane.
///
/// No result loses an item.
public enum UploadOutcome: Sendable, Hashable {
    /// Nothing was waiting, and no request was made.
    case nothingToSend
    /// All due items are answered. The value is the number of these items.
    case sent(Int)
    /// The receiver failed or asked the app to wait. The next request is sent after this duration.
    case postponed(Duration)
    /// The network cannot be reached. This does not count as an attempt.
    case unreachable
    /// The receiver accepts nothing from this app. The lane tries again when the app starts or comes back to the
    /// foreground.
    case paused
    /// The configuration has no service or no app.
    case notConfigured
    /// The user refused consent, or sending was cancelled.
    case refused
    /// The outbox could not be read or written.
    case storageFailed
}
