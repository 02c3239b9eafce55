/// An icon over the video, such as AdChoices (from 3.0 on; VAST 4.3, section 3.11).
public struct Icon: Sendable, Hashable {
    /// The position of the icon along one axis.
    public enum Position: Sendable, Hashable {
        /// `left` or `top`.
        case start
        /// `right` or `bottom`.
        case end
        /// The distance from the left or top edge in pixels.
        case pixels(Int)
    }

    /// The picture that a click shows if no page can be opened (from 4.2 on).
    public struct FallbackImage: Sendable, Hashable {
        /// The width in pixels.
        public var width: Int?
        /// The height in pixels.
        public var height: Int?
        /// A text that replaces the picture for viewers who cannot see it.
        public var altText: String?
        /// The address of the picture.
        public var url: URLTemplate?

        /// Sizes are in pixels.
        public init(width: Int? = nil, height: Int? = nil, altText: String? = nil, url: URLTemplate? = nil) {
            self.width = width
            self.height = height
            self.altText = altText
            self.url = url
        }
    }

    /// The programme of the icon. Of several icons with the same programme only one is shown.
    public var program: String?
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The horizontal position.
    public var x: Position?
    /// The vertical position.
    public var y: Position?
    /// The time of appearance after the start; `nil` for the start.
    public var offset: Duration?
    /// How long the icon stays; `nil` for the rest of the ad.
    public var duration: Duration?
    /// The framework that it needs.
    public var apiFramework: String?
    /// The number of picture pixels per page pixel (from 4.0 on).
    public var pixelRatio: Double?
    /// A text that replaces the picture for viewers who cannot see it (from 4.2 on).
    public var altText: String?
    /// The text that appears when a pointer is over the icon (from 4.2 on).
    public var hoverText: String?
    /// In the document's order.
    public var resources: [Resource]
    /// The page that a click opens.
    public var clickThrough: URLTemplate?
    /// The click trackers.
    public var clickTracking: [Click]
    /// Shown if no page can be opened; the ad pauses.
    public var fallbackImages: [FallbackImage]
    /// Requested when the icon is shown.
    public var viewTracking: [URLTemplate]

    /// Lists that are not given are empty.
    public init(
        program: String? = nil, width: Int? = nil, height: Int? = nil, x: Position? = nil, y: Position? = nil,
        offset: Duration? = nil, duration: Duration? = nil, apiFramework: String? = nil, pixelRatio: Double? = nil,
        altText: String? = nil, hoverText: String? = nil, resources: [Resource] = [],
        clickThrough: URLTemplate? = nil, clickTracking: [Click] = [], fallbackImages: [FallbackImage] = [],
        viewTracking: [URLTemplate] = []
    ) {
        self.program = program
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.offset = offset
        self.duration = duration
        self.apiFramework = apiFramework
        self.pixelRatio = pixelRatio
        self.altText = altText
        self.hoverText = hoverText
        self.resources = resources
        self.clickThrough = clickThrough
        self.clickTracking = clickTracking
        self.fallbackImages = fallbackImages
        self.viewTracking = viewTracking
    }
}
