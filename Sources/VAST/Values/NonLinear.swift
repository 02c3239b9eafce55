/// One form of an overlay. In a wrapper only click tracking is given.
public struct NonLinear: Sendable, Hashable {
    /// As the server names it.
    public var id: String?
    /// In pixels.
    public var width: Int?
    /// In pixels.
    public var height: Int?
    /// In pixels, when it was expanded.
    public var expandedWidth: Int?
    /// In pixels, when it was expanded.
    public var expandedHeight: Int?
    /// Whether it may be scaled.
    public var isScalable: Bool?
    /// Whether its proportions must stay.
    public var keepsAspectRatio: Bool?
    /// How long it should be shown at least.
    public var minimumDuration: Duration?
    /// What it needs, such as `VPAID`.
    public var apiFramework: String?
    /// In the document's order.
    public var resources: [Resource]
    /// What a click opens.
    public var clickThrough: URLTemplate?
    /// What counts a click.
    public var clickTracking: [Click]
    /// Handed to an interactive creative.
    public var parameters: AdParameters?
    /// In the document's order; 3.0 only.
    public var extensions: [Extension]

    /// Makes an overlay; all is empty unless given.
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
