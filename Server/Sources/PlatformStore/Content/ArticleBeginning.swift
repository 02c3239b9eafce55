public import MarqueeWire

/// The beginning of an article's text, for lists that show what stands there.
public struct ArticleBeginning: Sendable, Hashable {
    /// The most characters of ``text``.
    public static let length = 8192

    /// The article.
    public let uri: ContentURI
    /// The format of ``text``.
    public let format: ArticleContent.Format
    /// The first ``length`` characters as the author wrote them.
    public let text: String
}
