/// What an ad asked for with `setExpandProperties`; it is read when the ad next expands.
///
/// An ad always expands to the whole of ``Layout/maxSize``, so width and height are kept for `getExpandProperties` alone.
/// `isModal` is always true and cannot be set (MRAID 2.0, section "expandProperties").
public struct ExpandProperties: Sendable, Hashable {
    /// The width that the ad named, or nil when it named none: then the getter answers the screen's.
    public var width: Double?
    /// The height that the ad named, or nil when it named none: then the getter answers the screen's.
    public var height: Double?
    /// Whether the ad draws its own close indicator. Obeyed in 2.0, ignored in 3.0.
    public var usesCustomClose: Bool

    /// The defaults of the standard.
    public init(width: Double? = nil, height: Double? = nil, usesCustomClose: Bool = false) {
        self.width = width
        self.height = height
        self.usesCustomClose = usesCustomClose
    }
}
