/// Where the app stands towards its user.
public enum AppState: String, Sendable, CaseIterable {
    case foreground
    case background
}
