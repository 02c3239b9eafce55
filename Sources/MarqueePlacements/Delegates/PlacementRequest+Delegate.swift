import MarqueeCore

extension PlacementRequest {
    /// The delegate that gets the events; `nil` if there is none, or if the app has released it.
    var delegate: (any PlacementDelegate)? { state.withLock { $0.delegate } }

    /// Gives the events from now on to this delegate. A request on screen keeps the delegate that it has.
    func setDelegate(_ delegate: any PlacementDelegate) {
        let isFirst: Bool = state.withLock { state in
            guard state.surface == nil || state.delegate == nil else { return false }
            state.delegate = delegate
            defer { state.tellsDelegate = true }
            return !state.tellsDelegate
        }
        guard isFirst else { return }
        let events = events()
        // Keeps the request until its last event was handed over.
        Task { @MainActor in
            for await event in events { self.tellDelegate(event) }
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
