/// The part of an ad that lies over the content (VAST 4.3, section 3.12).
public struct NonLinearAds: Sendable, Hashable {
    /// In the document's order; they hold for every one of ``items``.
    public var trackingEvents: [TrackingEvent]
    /// In the document's order; one of them is shown.
    public var items: [NonLinear]

    /// Makes a non-linear part; all is empty unless given.
    public init(trackingEvents: [TrackingEvent] = [], items: [NonLinear] = []) {
        self.trackingEvents = trackingEvents
        self.items = items
    }
}
