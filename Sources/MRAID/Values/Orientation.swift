/// One of the two ways to hold a screen that MRAID tells apart.
public enum Orientation: String, Sendable, Hashable, CaseIterable, Codable {
    /// Higher than wide.
    case portrait
    /// Wider than high.
    case landscape
}
