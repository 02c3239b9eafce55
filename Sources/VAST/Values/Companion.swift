/// A companion ad: a picture, page or markup beside or after the video.
public struct Companion: Sendable, Hashable {
    /// The place where a companion is shown (from 4.1 on).
    public enum RenderingMode: String, Sendable, CaseIterable {
        /// The player decides.
        case `default`
        /// After the video, in the same place.
        case endCard = "end-card"
        /// Beside the video while it plays.
        case concurrent
    }

    /// The ad server's id.
    public var id: String?
    /// The width of the place in pixels.
    public var width: Int?
    /// The height of the place in pixels.
    public var height: Int?
    /// The width of the picture in pixels.
    public var assetWidth: Int?
    /// The height of the picture in pixels.
    public var assetHeight: Int?
    /// The width in pixels when expanded.
    public var expandedWidth: Int?
    /// The height in pixels when expanded.
    public var expandedHeight: Int?
    /// The framework that it needs, such as `MRAID`.
    public var apiFramework: String?
    /// The id of the place on the page that it is for.
    public var adSlotID: String?
    /// The number of picture pixels per page pixel (from 4.0 on).
    public var pixelRatio: Double?
    /// `nil` when the document does not state it.
    public var renderingMode: RenderingMode?
    /// In the document's order.
    public var resources: [Resource]
    /// The text for an interactive companion.
    public var parameters: AdParameters?
    /// A text that replaces the picture for viewers who cannot see it.
    public var altText: String?
    /// The page that a click opens. Markup opens its links by itself.
    public var clickThrough: URLTemplate?
    /// The click trackers.
    public var clickTracking: [Click]
    /// In the document's order; only ``TrackingEvent/Name/creativeView`` is defined.
    public var trackingEvents: [TrackingEvent]
    /// In the document's order (from 3.0 on).
    public var extensions: [Extension]

    /// Lists that are not given are empty.
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
