/// How a request for a placement ended. Each request has exactly one outcome, and nothing happens after it.
public enum PlacementOutcome: Sendable, Equatable {
    /// What closed a unit.
    public enum DismissReason: String, Sendable, CaseIterable {
        /// The unit closed itself, or the person followed a link of it.
        case contentUnit = "PHPublisherContentUnitTriggeredDismiss"
        /// The person tapped the close button above the unit, also while the unit was loading.
        case closeButton = "PHPublisherNativeCloseButtonTriggeredDismiss"
        /// The app left the screen.
        case background = "PHPublisherApplicationBackgroundTriggeredDismiss"
    }

    /// The unit was closed, and control is back with the app.
    case dismissed(DismissReason)
    /// The server has nothing to show for the placement now. This is no failure.
    case noContent
    /// The unit could not be had or shown.
    case failed(PlacementError)
    /// The app cancelled the request.
    case cancelled

    /// The ancestor's name of a dismissal; `nil` for a failure and a cancelled request.
    public var dismissType: String? {
        switch self {
        case .dismissed(let reason): reason.rawValue
        case .noContent: "PHPublisherNoContentTriggeredDismiss"
        case .failed, .cancelled: nil
        }
    }
}
