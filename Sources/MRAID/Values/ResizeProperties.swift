/// What an ad asked for with `setResizeProperties`, before anything is judged.
///
/// The four numbers are nil when the ad left them out or gave something that is not a finite number.
public struct ResizeProperties: Sendable, Hashable {
    /// The width wanted, at least 50.
    public var width: Double?
    /// The height wanted, at least 50.
    public var height: Double?
    /// How far right of its default place the ad wants to be.
    public var offsetX: Double?
    /// How far below its default place the ad wants to be.
    public var offsetY: Double?
    /// Where the close region goes in 2.0; the standard's default for anything that is no position. Ignored in 3.0.
    public var closePosition: ClosePosition
    /// Whether parts of the ad may lie off the screen; true when the ad does not say.
    public var allowsOffscreen: Bool

    /// The properties as an ad names them.
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
