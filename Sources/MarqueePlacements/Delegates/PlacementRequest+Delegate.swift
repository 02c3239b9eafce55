import MarqueeCore

extension PlacementRequest {
    /// The delegate that gets the events; `nil` if there is none, or if the app has released it.
    var delegate: (any PlacementDelegate)? { state.withLock { $0.delegate } }

    /// Gives the events from now on to this delegate. A request on screen keeps the delegate that it has.
    func setDelegate(_ delegate: any PlacementDelegate) {
        state.withLock { state in
            guard state.surface == nil || state.delegate == nil else { return }
            state.delegate = delegate
            guard state.delegateCalls == nil, !state.isFinished else { return }
            // Keeps the request until its last event was handed over.
            state.delegateCalls = SurfaceQueue { call in
                switch call {
                case .tell(let event): await self.tellDelegate(event)
                case .reached(let done): done()
                }
            }
        }
    }

    @MainActor private func tellDelegate(_ event: PlacementEvent) {
        // Asked on the main actor: after a cancellation there, nothing is called any more.
        guard let delegate, !isCancelled else { return }
        switch event {
        case .requested: delegate.requestWillGetContent(self)
        case .received: delegate.requestDidGetContent(self)
        case .willDisplay(let unit): delegate.request(self, contentWillDisplay: unit)
        case .displayed(let unit): delegate.request(self, contentDidDisplay: unit)
        case .ended(.failed(let error)): delegate.request(self, didFailWithError: error)
        case .ended(let outcome):
            if let type = outcome.dismissType { delegate.request(self, contentDidDismissWithType: type) }
        }
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }
}

/// A call of the delegate, in the order of the events.
enum DelegateCall: Sendable {
    case tell(PlacementEvent)
    /// Everything before it was told.
    case reached(@Sendable () -> Void)
}

extension SurfaceQueue<DelegateCall> {
    /// Returns when everything before it was told.
    func reached() async {
        await withCheckedContinuation { waiting in self(.reached { waiting.resume() }) }
    }
}
