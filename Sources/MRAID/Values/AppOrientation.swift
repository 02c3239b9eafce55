/// How the app is held now, which `getCurrentAppOrientation()` tells in 3.0.
public struct AppOrientation: Sendable, Hashable, Codable {
    /// The present orientation.
    public var orientation: Orientation
    /// Whether the app stays in it, whatever an ad asks.
    public var isLocked: Bool

    /// An orientation of the app.
    public init(_ orientation: Orientation, isLocked: Bool = false) {
        self.orientation = orientation
        self.isLocked = isLocked
    }
}
