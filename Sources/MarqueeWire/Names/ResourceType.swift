/// The three kinds of pages. Apps receive the raw values when the content changes.
public enum ResourceType: String, Sendable, Codable, CaseIterable {
    /// A list of channels.
    case hub
    /// A list of articles.
    case channel
    /// A text to read.
    case article
}
