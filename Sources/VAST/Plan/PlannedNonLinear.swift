/// The overlays of a planned ad with the trackers of the whole chain.
public struct PlannedNonLinear: Sendable, Hashable {
    /// In the document's order; one of them is shown.
    public var items: [NonLinear]
    /// In the chain's order.
    public var trackingEvents: [Sourced<TrackingEvent>]
    /// Of the wrappers, for whichever overlay is shown, in the chain's order; each overlay has its own besides.
    public var clickTracking: [Sourced<Click>]

    /// Makes overlays; the lists are empty unless given.
    public init(
        items: [NonLinear] = [], trackingEvents: [Sourced<TrackingEvent>] = [], clickTracking: [Sourced<Click>] = []
    ) {
        self.items = items
        self.trackingEvents = trackingEvents
        self.clickTracking = clickTracking
    }
}
