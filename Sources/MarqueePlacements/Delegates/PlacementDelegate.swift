public import MarqueeWire

/// Receives the events of the requests that were made for it, by the names that apps know from the PlayHaven SDK.
///
/// A new app uses ``PlacementRequest/events()`` and the outcome of ``PlacementRequest/present(on:overlay:)`` instead. All methods
/// are optional and called on the main actor, in order. The SDK holds a delegate weakly: one that the app has released gets
/// nothing. After a request was cancelled, its delegate gets nothing either.
@MainActor
public protocol PlacementDelegate: AnyObject, Sendable {
    /// The server is asked.
    func requestWillGetContent(_ request: PlacementRequest)

    /// The server has content. For a preload this is the last call.
    func requestDidGetContent(_ request: PlacementRequest)

    /// The unit is about to come on screen.
    func request(_ request: PlacementRequest, contentWillDisplay unit: ContentUnit)

    /// The person can use the unit.
    func request(_ request: PlacementRequest, contentDidDisplay unit: ContentUnit)

    /// The request ended without an error, and nothing of it is left on screen.
    /// - Parameters:
    ///   - request: the request.
    ///   - type: one of the texts of ``PlacementOutcome/dismissType``.
    func request(_ request: PlacementRequest, contentDidDismissWithType type: String)

    /// The request failed.
    func request(_ request: PlacementRequest, didFailWithError error: PlacementError)

    /// The request failed; called only if the delegate has no method for `didFailWithError`.
    @available(*, deprecated, message: "Implement request(_:didFailWithError:)")
    func request(_ request: PlacementRequest, contentDidFailWithError error: PlacementError)
}

extension PlacementDelegate {
    /// Does nothing.
    public func requestWillGetContent(_ request: PlacementRequest) {}

    /// Does nothing.
    public func requestDidGetContent(_ request: PlacementRequest) {}

    /// Does nothing.
    public func request(_ request: PlacementRequest, contentWillDisplay unit: ContentUnit) {}

    /// Does nothing.
    public func request(_ request: PlacementRequest, contentDidDisplay unit: ContentUnit) {}

    /// Does nothing.
    public func request(_ request: PlacementRequest, contentDidDismissWithType type: String) {}

    /// Calls the deprecated method (PLC-050).
    public func request(_ request: PlacementRequest, didFailWithError error: PlacementError) {
        let older: any FailureReceiver = OlderFailure(delegate: self)
        older.receive(error, of: request)
    }

    /// Does nothing.
    public func request(_ request: PlacementRequest, contentDidFailWithError error: PlacementError) {}
}

/// Calls the deprecated method without the compiler's warning.
@MainActor private protocol FailureReceiver {
    func receive(_ error: PlacementError, of request: PlacementRequest)
}

private struct OlderFailure: FailureReceiver {
    let delegate: any PlacementDelegate

    @available(*, deprecated)
    func receive(_ error: PlacementError, of request: PlacementRequest) {
        delegate.request(request, contentDidFailWithError: error)
    }
}
