/// The position of the close region in a resized ad (2.0). In 3.0 it is always at the top right.
public enum ClosePosition: String, Sendable, Hashable, CaseIterable, Codable {
    /// The upper left corner.
    case topLeft = "top-left"
    /// The middle of the upper edge.
    case topCenter = "top-center"
    /// The upper right corner, the default.
    case topRight = "top-right"
    /// The middle of the ad.
    case center
    /// The lower left corner.
    case bottomLeft = "bottom-left"
    /// The middle of the lower edge.
    case bottomCenter = "bottom-center"
    /// The lower right corner.
    case bottomRight = "bottom-right"

    /// The close region, 50 by 50, of an ad with this frame.
    public func region(in frame: Container.Rectangle) -> Container.Rectangle {
        let side = CloseRegion.side
        let free = (x: frame.size.width - side, y: frame.size.height - side)
        let share: (x: Double, y: Double) =
            switch self {
            case .topLeft: (0, 0)
            case .topCenter: (0.5, 0)
            case .topRight: (1, 0)
            case .center: (0.5, 0.5)
            case .bottomLeft: (0, 1)
            case .bottomCenter: (0.5, 1)
            case .bottomRight: (1, 1)
            }
        return Container.Rectangle(
            x: frame.x + free.x * share.x, y: frame.y + free.y * share.y, width: side, height: side)
    }
}
