/// The screen orientation that an ad requests. It applies to interstitials and expanded ads, never to banners.
public struct OrientationProperties: Sendable, Hashable {
    /// Whether the app may turn with the device while the ad is on screen; true by default.
    public var allowsOrientationChange: Bool
    /// The requested orientation; nil for `"none"`, the default.
    public var forcedOrientation: Container.Orientation?

    /// The defaults are those of the standard.
    public init(allowsOrientationChange: Bool = true, forcedOrientation: Container.Orientation? = nil) {
        self.allowsOrientationChange = allowsOrientationChange
        self.forcedOrientation = forcedOrientation
    }
}
