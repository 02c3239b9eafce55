/// What an author writes and a feed delivers: an article without its place and its history.
public struct ArticleContent: Sendable, Hashable, Codable {
    /// How ``ArticleContent/body`` is written.
    public enum Format: String, Sendable, Codable, CaseIterable {
        case markdown
        /// Sanitised when it is rendered, not when it is stored.
        case html
    }

    /// The most bytes of a body.
    public static let maximumBodySize = 4 * 1024 * 1024

    public var title: String
    public var summary: String
    public var body: String
    public var format: Format
    public var authors: [String]
    /// In the author's order, compared exactly, each once.
    public var tags: [String]
    /// BCP 47; `nil` takes the hub's.
    public var language: String?
    /// The canonical address of the original, also used to resolve universal links.
    public var source: String?
    public var schedule: ArticleSchedule

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
