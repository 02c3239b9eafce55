import MarqueeCore
import MarqueeWire

/// The sessions that the server does not know yet.
///
/// A session ends when the app leaves the screen. Those that a successful open reported are never reported again, and those
/// that ended after it was sent are not lost.
struct OpenReport: Sendable, Equatable {
    /// How many sessions ended since the last successful open.
    let sessions: Int
    /// Their active time, in whole seconds.
    let seconds: Int64
    /// The number of the newest reported session; `nil` if there is none.
    let newest: Int64?

    init(_ ended: [EndedSession]) {
        sessions = ended.count
        seconds = ended.reduce(Duration.zero) { $0 + $1.session.activeTime }.components.seconds
        newest = ended.last?.number
    }
}
