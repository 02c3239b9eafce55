import Foundation
import MarqueeCore
import MarqueeWire

extension HubPresentation {
    /// Waits until the first page is rendered or the presentation failed.
    func settled() async -> Result<Void, HubError> {
        await withCheckedContinuation { continuation in
            let known: Result<Void, HubError>? = state.withLock { session in
                if case .settled(let result) = session.outcome { return result }
                session.outcome = .awaited(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// The first result counts.
    func settle(_ result: Result<Void, HubError>) {
        let waiting = state.withLock { session -> CheckedContinuation<Result<Void, HubError>, Never>? in
            switch session.outcome {
            case .settled: return nil
            case .pending:
                session.outcome = .settled(result)
                return nil
            case .awaited(let continuation):
                session.outcome = .settled(result)
                return continuation
            }
        }
        waiting?.resume(returning: result)
    }

    var isSettled: Bool {
        state.withLock { session in
            if case .settled = session.outcome { true } else { false }
        }
    }

    var isFailed: Bool { state.withLock { $0.stay.isFailed } }

    /// Takes its place on the surface.
    func begin() {
        state.withLock { session in
            session.queue?(.begin(self))
            session.queue?(.update(session.controls))
        }
    }

    /// Gives the hub its content and opens its first page.
    func opened(_ source: PageSource, at uri: ContentURI) throws(HubError) {
        state.withLock { $0.source = source }
        try navigate(to: uri)
        state.withLock { session in
            guard session.queue != nil, !session.stay.isReported else { return }
            session.stay.isReported = true
            session.stay.recorder.presented(uri)
        }
    }

    func show(_ status: HubStatus) {
        state.withLock { session in
            guard session.visit == nil, !session.stay.isFailed else { return }
            session.queue?(.show(status))
        }
    }

    /// - Parameter fraction: 0 to 1; smaller ones than before are not shown.
    func progressed(_ fraction: Double) {
        state.withLock { session in
            guard session.source == nil, !session.stay.isFailed, fraction >= session.stay.fraction else { return }
            session.stay.fraction = min(fraction, 1)
            session.queue?(.show(.downloading(fraction: session.stay.fraction)))
        }
    }

    /// Ends the presentation with an error view inside the hub, which stays until it is dismissed.
    func failed(_ error: HubError) {
        state.withLock { session in
            session.stay.isFailed = true
            session.queue?(.show(.failed(message: HubStatus.message(for: error.code))))
        }
        context.core.log(.error, .debug, "the hub cannot be presented: \(error.message)")
        settle(.failure(error))
    }

    /// Takes a dismissed hub back on screen, on the page where it was left.
    func reopened(_ stay: PresentationState.Stay, on queue: HubQueue, display: () -> Void) throws(HubError) {
        let entry = try state.withLock { session throws(HubError) -> NavigationHistory.Entry in
            guard session.queue == nil, let entry = session.history.current else {
                throw HubError(.invalidState, "only a dismissed hub with content can be presented again")
            }
            session.stay = stay
            session.queue = queue
            session.outcome = .pending
            return entry
        }
        display()
        let composed: Composed
        do {
            composed = try compose(entry.uri)
        } catch {
            failed(error)
            return
        }
        show(composed, scrollPosition: entry.scrollPosition) { _ in }
        stay.recorder.presented(entry.uri)
        state.withLock { $0.stay.isReported = true }
    }

    /// Nothing may be shown any more: takes the hub off the screen, be its page still loading.
    ///
    /// A hub that waits for content stays, to say so itself.
    func switchedOff() {
        guard isSettled || currentPage != nil else { return }
        _ = close(HubError(.disabled, "content was switched off remotely while the hub was loading"))
    }

    /// - Parameter reason: why a presentation that is still loading fails.
    /// - Returns: whether the hub was on screen.
    func close(
        _ reason: HubError = HubError(.invalidOperation, "the hub was dismissed while it was loading")
    ) -> Bool {
        let isClosed = state.withLock { session in
            guard let queue = session.queue else { return false }
            leave(&session)
            if session.stay.isReported, let uri = session.visit?.page.uri {
                session.stay.recorder.dismissed(hub: uri, shown: context.core.environment.uptime() - session.stay.began)
            }
            session.visit = nil
            session.queue = nil
            queue(.dismiss)
            return true
        }
        guard isClosed else { return false }
        context.dismissed(self)
        settle(.failure(reason))
        return true
    }
}
