public import MarqueeWire

/// An article that was named for a publish, and that the release did not take.
public struct MissedArticle: Sendable, Hashable, Codable {
    /// Why an article was not taken.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// Somebody saved another version of it.
        case changed
        /// Somebody made it a draft.
        case draft
        /// Its embargo has not ended.
        case scheduled
        /// Somebody deleted it.
        case deleted
    }

    /// The article.
    public let uri: ContentURI
    /// Why it was not taken.
    public let reason: Reason

    /// Names the article and the reason.
    public init(uri: ContentURI, reason: Reason) {
        self.uri = uri
        self.reason = reason
    }

    /// The article and the reason as a sentence without its full stop.
    var warning: String {
        switch reason {
        case .changed: "article \(uri) was saved again meanwhile, and its new version was not taken"
        case .draft: "article \(uri) is a draft now, and was not taken"
        case .scheduled: "article \(uri) is scheduled now, and was not taken"
        case .deleted: "article \(uri) was deleted meanwhile"
        }
    }
}
