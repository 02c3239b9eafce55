/// How an ad wants the screen held; it holds for interstitials and expanded ads, never for banners.
public struct OrientationProperties: Sendable, Hashable {
    /// Whether the app may turn with the device while the ad is up; true at first.
    public var allowsOrientationChange: Bool
    /// The orientation wanted, or nil for `"none"`, as at first.
    public var forcedOrientation: Orientation?

    /// The properties, by default those of the standard.
    public init(allowsOrientationChange: Bool = true, forcedOrientation: Orientation? = nil) {
        self.allowsOrientationChange = allowsOrientationChange
        self.forcedOrientation = forcedOrientation
    }
}
