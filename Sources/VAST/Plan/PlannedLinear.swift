/// The linear part of a planned ad, with the trackers of the whole chain.
public struct PlannedLinear: Sendable, Hashable {
    /// The linear creative of the complete ad: media, duration, skip offset.
    public var linear: Linear
    /// The creative that contains it, with its ids.
    public var creative: Creative
    /// The events of all levels, in the chain's order.
    public var trackingEvents: [Sourced<TrackingEvent>]
    /// The page that a click opens: the one nearest to the complete ad.
    public var clickThrough: Sourced<Click>?
    /// The click trackers of all levels, in the chain's order.
    public var clickTracking: [Sourced<Click>]
    /// The custom clicks of all levels, in the chain's order.
    public var customClicks: [Sourced<Click>]
    /// The icons of all levels, in the chain's order. Of each programme one is shown: the nearest to the complete ad
    /// that can be shown.
    public var icons: [Sourced<Icon>]

    /// Lists that are not given are empty.
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
