/// The part of an article that an author writes or a feed delivers: everything but its place and its history.
public struct ArticleContent: Sendable, Hashable, Codable {
    /// The format of ``ArticleContent/body``.
    public enum Format: String, Sendable, Codable, CaseIterable {
        case markdown
        /// Sanitised when it is rendered, not when it is stored.
        case html
    }

    /// The most bytes of a title.
    public static let maximumTitleSize = 1024

    /// The most bytes of a body.
    public static let maximumBodySize = 4 * 1024 * 1024

    /// The title; never empty.
    public var title: String
    /// One or two sentences for a card, in plain text.
    public var summary: String
    /// The text as the author wrote it, in ``format``.
    public var body: String
    /// The format of ``body``.
    public var format: Format
    /// The authors' names, in the author's order.
    public var authors: [String]
    /// The tags in the author's order, each once; tags are equal when their bytes are.
    public var tags: [String]
    /// The language as a BCP 47 tag; `nil` for the hub's language.
    public var language: String?
    /// The canonical address of the original. Universal links are resolved with it as well.
    public var source: String?
    /// When the article is shown.
    public var schedule: ArticleSchedule

    /// Makes the content of an article.
    public init(
        title: String, summary: String = "", body: String, format: Format = .markdown, authors: [String] = [],
        tags: [String] = [], language: String? = nil, source: String? = nil,
        schedule: ArticleSchedule = ArticleSchedule()
    ) {
        self.title = title
        self.summary = summary
        self.body = body
        self.format = format
        self.authors = authors
        self.tags = tags
        self.language = language
        self.source = source
        self.schedule = schedule
    }
}
