/// The overlays of a planned ad, with the trackers of the whole chain.
public struct PlannedNonLinear: Sendable, Hashable {
    /// The overlays in the document's order. One of them is shown.
    public var items: [NonLinear]
    /// The events of all levels, in the chain's order.
    public var trackingEvents: [Sourced<TrackingEvent>]
    /// The click trackers of the wrappers, which apply to every overlay, in the chain's order. Each overlay also has
    /// its own.
    public var clickTracking: [Sourced<Click>]

    /// Lists that are not given are empty.
    public init(
        items: [NonLinear] = [], trackingEvents: [Sourced<TrackingEvent>] = [], clickTracking: [Sourced<Click>] = []
    ) {
        self.items = items
        self.trackingEvents = trackingEvents
        self.clickTracking = clickTracking
    }
}
