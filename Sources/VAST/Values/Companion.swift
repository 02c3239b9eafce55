/// One companion.
public struct Companion: Sendable, Hashable {
    /// Where it is to be shown (from 4.1 on).
    public enum RenderingMode: String, Sendable, CaseIterable {
        /// Where the player likes.
        case `default`
        /// After the video, in its place.
        case endCard = "end-card"
        /// Beside the video, for as long as it plays.
        case concurrent
    }

    /// As the server names it.
    public var id: String?
    /// In pixels of the place it needs.
    public var width: Int?
    /// In pixels of the place it needs.
    public var height: Int?
    /// In pixels of the picture itself.
    public var assetWidth: Int?
    /// In pixels of the picture itself.
    public var assetHeight: Int?
    /// In pixels, when it was expanded.
    public var expandedWidth: Int?
    /// In pixels, when it was expanded.
    public var expandedHeight: Int?
    /// What it needs, such as `MRAID`.
    public var apiFramework: String?
    /// The place on the page it is meant for.
    public var adSlotID: String?
    /// Pixels of the picture for a pixel of the page (from 4.0 on).
    public var pixelRatio: Double?
    /// `nil` when the document does not say.
    public var renderingMode: RenderingMode?
    /// In the document's order.
    public var resources: [Resource]
    /// Handed to an interactive companion.
    public var parameters: AdParameters?
    /// Stands for the picture where it cannot be seen.
    public var altText: String?
    /// What a click opens; markup opens its links itself.
    public var clickThrough: URLTemplate?
    /// What counts a click.
    public var clickTracking: [Click]
    /// In the document's order; only ``TrackingEvent/Name/creativeView`` is defined.
    public var trackingEvents: [TrackingEvent]
    /// In the document's order (from 3.0 on).
    public var extensions: [Extension]

    /// Makes a companion; all is empty unless given.
    public init(
        id: String? = nil, width: Int? = nil, height: Int? = nil, assetWidth: Int? = nil, assetHeight: Int? = nil,
        expandedWidth: Int? = nil, expandedHeight: Int? = nil, apiFramework: String? = nil, adSlotID: String? = nil,
        pixelRatio: Double? = nil, renderingMode: RenderingMode? = nil, resources: [Resource] = [],
        parameters: AdParameters? = nil, altText: String? = nil, clickThrough: URLTemplate? = nil,
        clickTracking: [Click] = [], trackingEvents: [TrackingEvent] = [], extensions: [Extension] = []
    ) {
        self.id = id
        self.width = width
        self.height = height
        self.assetWidth = assetWidth
        self.assetHeight = assetHeight
        self.expandedWidth = expandedWidth
        self.expandedHeight = expandedHeight
        self.apiFramework = apiFramework
        self.adSlotID = adSlotID
        self.pixelRatio = pixelRatio
        self.renderingMode = renderingMode
        self.resources = resources
        self.parameters = parameters
        self.altText = altText
        self.clickThrough = clickThrough
        self.clickTracking = clickTracking
        self.trackingEvents = trackingEvents
        self.extensions = extensions
    }
}
