import Foundation
import MarqueeWire

/// What can happen to a request for a placement.
enum PlacementInput: Sendable, Equatable {
    /// The app asked for the unit without showing it.
    case preloadRequested
    /// The app asked for the unit on the screen; the overlay may come before the unit.
    case presentRequested(overlaysAtOnce: Bool)
    /// The server answered; no unit means that it has no content.
    case answered(Result<ContentUnit?, PlacementError>)
    /// The files of a preloaded unit are on disk; images may be missing.
    case filesKept(hasTemplate: Bool)
    case templateLoaded(view: Int)
    case templateFailed(view: Int, reason: String)
    /// A template sent a command over its channel.
    case commandReceived(BridgeCommand, view: Int)
    case subcontentAnswered(Result<SubContent, PlacementError>, view: Int, callback: String?)
    /// The redirects of a link were followed; `nil` if it leads nowhere.
    case linkResolved(PlacementLink?, view: Int, callback: String?)
    case purchaseResolved(receipt: String, PurchaseResolution)
    case timerFired(PlacementTimer)
    case closeButtonTapped
    case enteredBackground
    case rotated(ContentUnit.Orientation)
    /// The surface could not show the unit.
    case surfaceFailed(PlacementError)
    /// The unit may not be asked for or shown: the surface shows another request, the user has refused consent, or the
    /// request cannot be made.
    case refused(PlacementError)
    /// The user opted out or refused consent: what was asked for before is not shown.
    case preloadDropped
    case cancelled
}

/// A unit on top of another one, with the answer that its parent gets unchanged.
struct SubContent: Sendable, Equatable {
    let unit: ContentUnit
    let response: JSONValue
}

/// Where a link of a unit leads after its redirects.
struct PlacementLink: Sendable, Equatable {
    /// The last address.
    let url: URL
    /// The product that the store's own view shows, if the app has such a view.
    var product: String?
}

/// What a machine waits for.
enum PlacementTimer: Sendable, Hashable {
    /// Nothing is on screen yet.
    case loading
    /// The unit is on screen without a close button.
    case closeDelay
    case template(view: Int)
    case purchase(receipt: String)
}

/// What became of a purchase that a unit started.
public enum PurchaseResolution: String, Sendable, CaseIterable {
    /// Bought and delivered.
    case buy
    /// The person was asked and declined.
    case cancel
    /// The purchase or its delivery failed.
    case error
    /// The product's price could not be had from the store.
    case failure

    /// Reads a resolution in the ancestor's spelling; every other text is ``error``.
    public init(text: String) { self = Self(rawValue: text.lowercased()) ?? .error }
}
