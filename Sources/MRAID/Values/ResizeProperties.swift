/// The arguments of `setResizeProperties`, before they are checked.
///
/// Each of the four numbers is nil when the ad left it out or gave something other than a finite number.
public struct ResizeProperties: Sendable, Hashable {
    /// The requested width, at least 50.
    public var width: Double?
    /// The requested height, at least 50.
    public var height: Double?
    /// The horizontal offset from the default place; positive values move right.
    public var offsetX: Double?
    /// The vertical offset from the default place; positive values move down.
    public var offsetY: Double?
    /// The position of the close region in 2.0. An unknown position becomes the standard's default. Ignored in 3.0.
    public var closePosition: ClosePosition
    /// Whether parts of the ad may lie off the screen; true when the ad leaves it out.
    public var allowsOffscreen: Bool

    /// The numbers have no default, because the standard requires all four.
    public init(
        width: Double?, height: Double?, offsetX: Double?, offsetY: Double?, closePosition: ClosePosition = .topRight,
        allowsOffscreen: Bool = true
    ) {
        self.width = width
        self.height = height
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.closePosition = closePosition
        self.allowsOffscreen = allowsOffscreen
    }
}
