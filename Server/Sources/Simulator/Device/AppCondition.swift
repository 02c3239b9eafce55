/// The state of an app when a link or a push reaches its phone.
enum AppCondition: String, Codable, CaseIterable {
    case foreground
    case background
    /// The app does not run.
    case killed
}
