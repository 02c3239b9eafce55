/// The visible part of an ad (3.0, `exposureChange`). Rectangles are relative to the ad, not to the screen.
public struct Exposure: Sendable, Hashable {
    /// Nothing is visible.
    public static let none = Exposure(percentage: 0, visibleRectangle: nil)

    /// The visible share of the ad's area, from 0 to 100.
    public let percentage: Double
    /// The bounding rectangle of the visible part; nil exactly when the percentage is 0.
    public let visibleRectangle: Container.Rectangle?
    /// The rectangles that cover parts of the visible rectangle, at most 16; nil when there are none.
    public let occlusionRectangles: [Container.Rectangle]?

    /// Values are brought into the documented ranges.
    public init(
        percentage: Double, visibleRectangle: Container.Rectangle?, occlusionRectangles: [Container.Rectangle]? = nil
    ) {
        let bounded = percentage.isFinite ? min(100, max(0, percentage)) : 0
        let visible = bounded > 0 && visibleRectangle?.isEmpty == false ? visibleRectangle : nil
        self.percentage = visible == nil ? 0 : bounded
        self.visibleRectangle = visible
        let occlusions = (occlusionRectangles ?? []).lazy.filter { !$0.isEmpty }.prefix(16)
        self.occlusionRectangles = visible == nil || occlusions.isEmpty ? nil : Array(occlusions)
    }

    /// Whether any part of the ad is visible, as `isViewable()` defines it.
    public var isViewable: Bool { percentage > 0 }
}
