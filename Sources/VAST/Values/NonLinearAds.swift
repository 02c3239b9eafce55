/// The part of an ad that lies over the content (VAST 4.3, section 3.12).
public struct NonLinearAds: Sendable, Hashable {
    /// In the document's order. They apply to each of ``items``.
    public var trackingEvents: [TrackingEvent]
    /// In the document's order. One of them is shown.
    public var items: [NonLinear]

    /// Lists that are not given are empty.
    public init(trackingEvents: [TrackingEvent] = [], items: [NonLinear] = []) {
        self.trackingEvents = trackingEvents
        self.items = items
    }
}
