/// Where the app stands towards its user.
public enum AppState: String, Sendable, CaseIterable {
    /// In front of its user; reading time counts.
    case foreground
    /// Out of sight, and perhaps about to be suspended.
    case background
}
