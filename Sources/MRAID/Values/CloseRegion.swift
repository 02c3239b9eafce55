/// The area whose tap always closes the ad. The host keeps it above the ad.
public struct CloseRegion: Sendable, Hashable {
    /// The length of each side: 50 density-independent pixels.
    public static let side = 50.0

    /// The frame of the region, relative to ``Container/Layout/maxSize``.
    public var frame: Container.Rectangle
    /// Whether the host draws a close indicator. False for a 2.0 ad that draws its own; a tap on the region closes the
    /// ad in both cases.
    public var showsIndicator: Bool

    /// The frame is normally square, with sides of ``side``.
    public init(frame: Container.Rectangle, showsIndicator: Bool) {
        self.frame = frame
        self.showsIndicator = showsIndicator
    }
}
