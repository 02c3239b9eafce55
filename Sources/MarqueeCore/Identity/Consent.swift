import Foundation

/// Whether behaviour may be recorded and sent; every sender asks before each request.
///
/// Granted until the user refuses. Before ``refuse()`` returns, the refusal is on disk and everything recorded so far is
/// deleted. It holds until ``grant()``.
public final class Consent: Sendable {
    static let name = "consent.refused"

    private let state: SDKState
    private let isRefused: Locked<Bool>
    private let outbox: Outbox

    init(_ state: SDKState, outbox: Outbox) throws(MarqueeError) {
        self.state = state
        self.outbox = outbox
        let refused = try state.value(Self.name) != nil
        isRefused = Locked(refused)
        // The process may have ended between the refusal and the deletion.
        if refused {
            outbox.refuse()
            try outbox.purge()
        }
    }

    /// Whether behaviour may be recorded and sent.
    public var isGranted: Bool { !isRefused.withLock { $0 } }

    /// Opts out: durable, deletes the items of every lane and the sessions that are over, and stops what is being sent from
    /// being sent again.
    /// - Throws: ``MarqueeError`` when it could not be stored, or not everything be deleted; nothing is recorded or sent
    ///   in this process nevertheless.
    public func refuse() throws(MarqueeError) {
        isRefused.withLock { $0 = true }
        outbox.refuse()
        // None of these may keep the others from being done.
        let stored = Result { () throws(MarqueeError) in
            try state.store([Self.name: Data([1]), ProfileReport.name: nil])
        }
        let forgotten = Result { () throws(MarqueeError) in try SessionHistory(state: state).deleteEnded() }
        try outbox.purge()
        try stored.get()
        try forgotten.get()
    }

    /// Opts in again.
    ///
    /// What happened in between was not recorded.
    /// - Throws: ``MarqueeError`` when it could not be stored; consent stays refused.
    public func grant() throws(MarqueeError) {
        // The refusal may have failed to delete: what it covered must not be sent after all.
        if !isGranted { try outbox.purge() }
        try state.store([Self.name: nil])
        isRefused.withLock { $0 = false }
        outbox.accept()
    }
}
