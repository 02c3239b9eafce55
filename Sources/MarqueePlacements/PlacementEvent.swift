public import MarqueeWire

/// What a request for a placement tells the app, in this order.
public enum PlacementEvent: Sendable, Equatable {
    /// The server is asked. Does not happen for a unit that was preloaded.
    case requested
    /// The server has content. For a preload this is the last event.
    case received(ContentUnit)
    /// The unit is about to come on screen: the app mutes its sound and pauses. Happens once.
    case willDisplay(ContentUnit)
    /// The person can use the unit. Happens once.
    case displayed(ContentUnit)
    /// The last event, when nothing of the request is left on screen; a cancelled request has none.
    case ended(PlacementOutcome)
}
