/// How much of the ad can be seen (3.0, `exposureChange`). Rectangles are relative to the ad, not to the screen.
public struct Exposure: Sendable, Hashable {
    /// Nothing can be seen.
    public static let none = Exposure(percentage: 0, visibleRectangle: nil)

    /// How much of the ad's area is seen, from 0 to 100.
    public let percentage: Double
    /// The rectangle around what is seen; nil exactly when the percentage is 0.
    public let visibleRectangle: Rectangle?
    /// What lies over the visible rectangle, at most 16 rectangles; nil when nothing does.
    public let occlusionRectangles: [Rectangle]?

    /// A measurement, brought within the bounds that ads are promised.
    public init(percentage: Double, visibleRectangle: Rectangle?, occlusionRectangles: [Rectangle]? = nil) {
        let bounded = percentage.isFinite ? min(100, max(0, percentage)) : 0
        let visible = bounded > 0 && visibleRectangle?.isEmpty == false ? visibleRectangle : nil
        self.percentage = visible == nil ? 0 : bounded
        self.visibleRectangle = visible
        let occlusions = (occlusionRectangles ?? []).lazy.filter { !$0.isEmpty }.prefix(16)
        self.occlusionRectangles = visible == nil || occlusions.isEmpty ? nil : Array(occlusions)
    }

    /// Whether at least a part of the ad is seen, as `isViewable()` counts it.
    public var isViewable: Bool { percentage > 0 }
}
