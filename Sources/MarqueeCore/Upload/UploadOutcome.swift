/// How an attempt to send what is waiting ended.
///
/// None of these loses an event.
public enum UploadOutcome: Sendable, Hashable {
    /// There was nothing to send, and no request was made.
    case nothingToSend
    /// Everything that was waiting is answered; so many events in all.
    case sent(Int)
    /// The server is in trouble or asked for time; not before this has passed.
    case postponed(Duration)
    /// The network is not there. Counts as no attempt.
    case unreachable
    /// The server does not let this app in; tried again when the app starts or comes back to the foreground.
    case paused
    /// The configuration names no service or no app.
    case notConfigured
    /// The user refused.
    case refused
    /// The outbox could not be read or written.
    case storageFailed
}
