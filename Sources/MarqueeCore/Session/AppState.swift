/// Whether the app is visible to its user.
public enum AppState: String, Sendable, CaseIterable {
    /// The app is visible to its user; reading time counts.
    case foreground
    /// The app is not visible, and the system may suspend it.
    case background
}
