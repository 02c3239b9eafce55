public import MarqueeWire

/// Where a surface puts templates and the close button on a screen, in points.
public struct SurfaceLayout: Sendable, Hashable {
    /// The width and height of the area that reacts to a touch of the close button.
    public static let closeButtonSide = 44.0
    /// The largest width and height of the close button's image.
    public static let closeImageSide = 40.0

    /// What the status bar, a notch and the home indicator cover.
    public struct Insets: Sendable, Hashable {
        let top, left, bottom, right: Double

        /// Lengths from the screen's edges, 0 or more.
        public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
            (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
        }
    }

    private let width: Double
    private let height: Double
    private let insets: Insets

    /// A screen as it is turned now.
    public init(width: Double, height: Double, insets: Insets = Insets()) {
        (self.width, self.height, self.insets) = (width, height, insets)
    }

    /// Landscape if the screen is wider than high.
    public var orientation: ContentUnit.Orientation { width > height ? .landscape : .portrait }

    /// The place of a template. A frame begins below the status bar, and is moved and cut so that all of it is on screen.
    /// - Parameter frame: `nil` for the whole screen.
    public func place(_ frame: ContentUnit.Rectangle?) -> ContentUnit.Rectangle {
        guard let frame else { return .init(x: 0, y: 0, width: width, height: height) }
        let (wide, high) = (min(frame.width, width), min(frame.height, height))
        return .init(
            x: Self.clamp(frame.x, 0, width - wide), y: Self.clamp(frame.y + insets.top, 0, height - high),
            width: wide, height: high)
    }

    /// The close button: around the upper right corner of the uppermost template, and never outside of the safe area.
    /// - Parameter place: the template's place; without a template, the whole screen.
    public func closeButton(on place: ContentUnit.Rectangle?) -> ContentUnit.Rectangle {
        let (place, half) = (place ?? self.place(nil), Self.closeButtonSide / 2)
        let x = Self.clamp(place.x + place.width, insets.left + half, width - insets.right - half)
        let y = Self.clamp(place.y, insets.top + half, height - insets.bottom - half)
        return .init(x: x - half, y: y - half, width: 2 * half, height: 2 * half)
    }

    /// The size at which an image of the close button is drawn: at most ``closeImageSide`` wide and high with its own
    /// proportions, and never larger than it is.
    /// - Returns: `nil` for an image without a size.
    public static func closeImageSize(width: Double, height: Double) -> (width: Double, height: Double)? {
        guard width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
        let scale = min(1, closeImageSide / max(width, height))
        return (width * scale, height * scale)
    }

    /// On a screen that is too small, the lower bound.
    private static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double { max(low, min(value, high)) }
}
