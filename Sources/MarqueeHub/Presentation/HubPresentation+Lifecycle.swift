import Foundation
import MarqueeCore
import MarqueeWire

extension HubPresentation {
    /// Waits until the first page is rendered or the presentation fails.
    func settled() async -> Result<Void, HubError> {
        await withCheckedContinuation { continuation in
            let known: Result<Void, HubError>? = state.withLock { state in
                if case .settled(let result) = state.outcome { return result }
                state.outcome = .awaited(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Sets the result of the presentation. Only the first result counts.
    func settle(_ result: Result<Void, HubError>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result<Void, HubError>, Never>? in
            switch state.outcome {
            case .settled: return nil
            case .pending:
                state.outcome = .settled(result)
                return nil
            case .awaited(let continuation):
                state.outcome = .settled(result)
                return continuation
            }
        }
        waiting?.resume(returning: result)
    }

    var isSettled: Bool {
        state.withLock { state in
            if case .settled = state.outcome { true } else { false }
        }
    }

    var isFailed: Bool { state.withLock { $0.stay.isFailed } }

    /// Begins to show the hub on its surface.
    func begin() {
        state.withLock { state in
            state.queue?(.begin(self))
            state.queue?(.update(state.controls))
        }
    }

    /// Gives the hub its content and opens its first page.
    func opened(_ source: PageSource, at uri: ContentURI) throws(HubError) {
        state.withLock { $0.source = source }
        try navigate(to: uri)
        state.withLock { state in
            guard state.queue != nil, !state.stay.isReported else { return }
            state.stay.isReported = true
            state.stay.recorder.presented(uri)
        }
    }

    func show(_ status: HubStatus) {
        state.withLock { state in
            guard state.visit == nil, !state.stay.isFailed else { return }
            state.queue?(.show(status))
        }
    }

    /// - Parameter fraction: 0 to 1. A value smaller than the last one is not shown.
    func progressed(_ fraction: Double) {
        state.withLock { state in
            guard state.source == nil, !state.stay.isFailed, fraction >= state.stay.fraction else { return }
            state.stay.fraction = min(fraction, 1)
            state.queue?(.show(.downloading(fraction: state.stay.fraction)))
        }
    }

    /// Fails the presentation and shows an error in the hub. The hub stays on screen until it is dismissed.
    func failed(_ error: HubError) {
        state.withLock { state in
            state.stay.isFailed = true
            state.queue?(.show(.failed(message: HubStatus.message(for: error.code))))
        }
        context.core.log(.error, .debug, "the hub cannot be presented: \(error.message)")
        settle(.failure(error))
    }

    /// Shows a dismissed hub again, with the page that it showed last.
    func reopened(_ stay: PresentationState.Stay, on queue: HubQueue, display: () -> Void) throws(HubError) {
        let entry = try state.withLock { state throws(HubError) -> NavigationHistory.Entry in
            guard state.queue == nil, let entry = state.history.current else {
                throw HubError(.invalidState, "only a dismissed hub with content can be presented again")
            }
            state.stay = stay
            state.queue = queue
            state.outcome = .pending
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

    /// Takes the hub off the screen because content was switched off, even while its page is loading.
    ///
    /// A hub that still waits for content stays. Its presentation then fails with `disabled` and shows the error.
    func switchedOff() {
        guard isSettled || currentPage != nil else { return }
        _ = close(HubError(.disabled, "content was switched off remotely while the hub was loading"))
    }

    /// Takes the hub off the screen.
    /// - Parameter reason: the error for a presentation that is still loading.
    /// - Returns: whether the hub was on screen.
    func close(
        _ reason: HubError = HubError(.invalidOperation, "the hub was dismissed while it was loading")
    ) -> Bool {
        let isClosed = state.withLock { state in
            guard let queue = state.queue else { return false }
            leave(&state)
            if state.stay.isReported, let uri = state.visit?.page.uri {
                state.stay.recorder.dismissed(hub: uri, shown: context.core.environment.uptime() - state.stay.began)
            }
            state.visit = nil
            state.queue = nil
            queue(.dismiss)
            return true
        }
        guard isClosed else { return false }
        context.dismissed(self)
        settle(.failure(reason))
        return true
    }
}
