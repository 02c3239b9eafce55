/// The three kinds of page; the raw values are what an app receives with a content change.
public enum ResourceType: String, Sendable, Codable, CaseIterable {
    /// Lists channels.
    case hub
    /// Lists articles.
    case channel
    /// What people read.
    case article
}
