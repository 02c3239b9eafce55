/// The values of `setExpandProperties`, used when the ad next expands.
///
/// An ad always covers the whole of ``Container/Layout/maxSize``, so width and height only serve `getExpandProperties`.
/// `isModal` is always true and cannot be set (MRAID 2.0, section "expandProperties").
public struct ExpandProperties: Sendable, Hashable {
    /// The width that the ad set; nil when it set none, and the getter returns the screen's width.
    public var width: Double?
    /// The height that the ad set; nil when it set none, and the getter returns the screen's height.
    public var height: Double?
    /// Whether the ad draws its own close indicator. Used in 2.0, ignored in 3.0.
    public var usesCustomClose: Bool

    /// The defaults of the standard.
    public init(width: Double? = nil, height: Double? = nil, usesCustomClose: Bool = false) {
        self.width = width
        self.height = height
        self.usesCustomClose = usesCustomClose
    }
}
