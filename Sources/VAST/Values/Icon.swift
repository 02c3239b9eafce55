/// A mark over the video, such as AdChoices (from 3.0 on; VAST 4.3, section 3.11).
public struct Icon: Sendable, Hashable {
    /// Where the mark stands along one axis.
    public enum Position: Sendable, Hashable {
        /// `left` or `top`.
        case start
        /// `right` or `bottom`.
        case end
        /// So many pixels from the left or top.
        case pixels(Int)
    }

    /// What a click shows where no page can be opened (from 4.2 on).
    public struct FallbackImage: Sendable, Hashable {
        /// In pixels.
        public var width: Int?
        /// In pixels.
        public var height: Int?
        /// Stands for the picture where it cannot be seen.
        public var altText: String?
        /// Where the picture is.
        public var url: URLTemplate?

        /// Makes a fallback image.
        public init(width: Int? = nil, height: Int? = nil, altText: String? = nil, url: URLTemplate? = nil) {
            self.width = width
            self.height = height
            self.altText = altText
            self.url = url
        }
    }

    /// The programme; of several icons of one programme only one is shown.
    public var program: String?
    /// In pixels.
    public var width: Int?
    /// In pixels.
    public var height: Int?
    /// From the left.
    public var x: Position?
    /// From the top.
    public var y: Position?
    /// When it appears, after the start; `nil` for at once.
    public var offset: Duration?
    /// How long it stays; `nil` to the end.
    public var duration: Duration?
    /// What it needs.
    public var apiFramework: String?
    /// Pixels of the picture for a pixel of the page (from 4.0 on).
    public var pixelRatio: Double?
    /// Stands for the picture where it cannot be seen (from 4.2 on).
    public var altText: String?
    /// Shown when a pointer rests on it (from 4.2 on).
    public var hoverText: String?
    /// In the document's order.
    public var resources: [Resource]
    /// What a click opens.
    public var clickThrough: URLTemplate?
    /// What counts a click.
    public var clickTracking: [Click]
    /// Shown, with the ad paused, where no page can be opened.
    public var fallbackImages: [FallbackImage]
    /// What counts that it was shown.
    public var viewTracking: [URLTemplate]

    /// Makes an icon; all is empty unless given.
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
