/// The part of the screen whose tap closes the ad, whatever the ad does. The host keeps it above the ad.
public struct CloseRegion: Sendable, Hashable {
    /// The length of each side: 50 density-independent pixels.
    public static let side = 50.0

    /// Where the region is, relative to ``Layout/maxSize``.
    public var frame: Rectangle
    /// Whether the host draws its indicator there. False in 2.0 for an ad that draws its own; the tap closes all the same.
    public var showsIndicator: Bool

    /// A region at the frame.
    public init(frame: Rectangle, showsIndicator: Bool) {
        self.frame = frame
        self.showsIndicator = showsIndicator
    }
}
