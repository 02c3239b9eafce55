/// The orientation of the app, as `getCurrentAppOrientation()` returns it (3.0).
public struct AppOrientation: Sendable, Hashable, Codable {
    /// The current orientation.
    public var orientation: Container.Orientation
    /// Whether the app keeps this orientation, whatever an ad requests.
    public var isLocked: Bool

    /// By default the app can turn.
    public init(_ orientation: Container.Orientation, isLocked: Bool = false) {
        self.orientation = orientation
        self.isLocked = isLocked
    }
}
