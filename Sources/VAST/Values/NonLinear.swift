/// One version of an overlay. In a wrapper it only has click trackers.
public struct NonLinear: Sendable, Hashable {
    /// The ad server's id.
    public var id: String?
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The width in pixels when expanded.
    public var expandedWidth: Int?
    /// The height in pixels when expanded.
    public var expandedHeight: Int?
    /// Whether it may be scaled.
    public var isScalable: Bool?
    /// Whether the aspect ratio must be kept.
    public var keepsAspectRatio: Bool?
    /// The shortest time that it should be shown.
    public var minimumDuration: Duration?
    /// The framework that it needs, such as `VPAID`.
    public var apiFramework: String?
    /// In the document's order.
    public var resources: [Resource]
    /// The page that a click opens.
    public var clickThrough: URLTemplate?
    /// The click trackers.
    public var clickTracking: [Click]
    /// The text for an interactive creative.
    public var parameters: AdParameters?
    /// In the document's order (3.0 only).
    public var extensions: [Extension]

    /// Lists that are not given are empty.
    public init(
        id: String? = nil, width: Int? = nil, height: Int? = nil, expandedWidth: Int? = nil,
        expandedHeight: Int? = nil, isScalable: Bool? = nil, keepsAspectRatio: Bool? = nil,
        minimumDuration: Duration? = nil, apiFramework: String? = nil, resources: [Resource] = [],
        clickThrough: URLTemplate? = nil, clickTracking: [Click] = [], parameters: AdParameters? = nil,
        extensions: [Extension] = []
    ) {
        self.id = id
        self.width = width
        self.height = height
        self.expandedWidth = expandedWidth
        self.expandedHeight = expandedHeight
        self.isScalable = isScalable
        self.keepsAspectRatio = keepsAspectRatio
        self.minimumDuration = minimumDuration
        self.apiFramework = apiFramework
        self.resources = resources
        self.clickThrough = clickThrough
        self.clickTracking = clickTracking
        self.parameters = parameters
        self.extensions = extensions
    }
}
