/// How an attempt to send what waits in a lane ended.
///
/// None of these loses an item.
public enum UploadOutcome: Sendable, Hashable {
    /// There was nothing to send, and no request was made.
    case nothingToSend
    /// Everything that was due is answered; so many items in all.
    case sent(Int)
    /// The receiver is in trouble or asked for time; not before this has passed.
    case postponed(Duration)
    /// The network is not there. Counts as no attempt.
    case unreachable
    /// The receiver accepts nothing from this app; tried again when the app starts or comes back to the foreground.
    case paused
    /// The configuration names no service or no app.
    case notConfigured
    /// The user refused consent, or sending was stopped.
    case refused
    /// The outbox could not be read or written.
    case storageFailed
}
