/// The linear part of a planned ad with the trackers of the whole chain.
public struct PlannedLinear: Sendable, Hashable {
    /// The complete ad's own linear creative: media, duration, skip offset.
    public var linear: Linear
    /// The creative it belongs to, for its ids.
    public var creative: Creative
    /// In the chain's order.
    public var trackingEvents: [Sourced<TrackingEvent>]
    /// What a click opens: the one nearest to the complete ad.
    public var clickThrough: Sourced<Click>?
    /// In the chain's order.
    public var clickTracking: [Sourced<Click>]
    /// In the chain's order.
    public var customClicks: [Sourced<Click>]
    /// In the chain's order. Of each programme one is shown: the nearest to the complete ad that can be.
    public var icons: [Sourced<Icon>]

    /// Makes a linear part; the lists are empty unless given.
    public init(
        linear: Linear, creative: Creative = Creative(), trackingEvents: [Sourced<TrackingEvent>] = [],
        clickThrough: Sourced<Click>? = nil, clickTracking: [Sourced<Click>] = [],
        customClicks: [Sourced<Click>] = [], icons: [Sourced<Icon>] = []
    ) {
        self.linear = linear
        self.creative = creative
        self.trackingEvents = trackingEvents
        self.clickThrough = clickThrough
        self.clickTracking = clickTracking
        self.customClicks = customClicks
        self.icons = icons
    }
}
