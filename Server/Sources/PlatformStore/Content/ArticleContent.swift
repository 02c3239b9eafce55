/// What an author writes and a feed delivers: an article without its place and its history.
public struct ArticleContent: Sendable, Hashable, Codable {
    /// How ``ArticleContent/body`` is written.
    public enum Format: String, Sendable, Codable, CaseIterable {
        case markdown
        /// Sanitised when it is rendered, not when it is stored.
        case html
    }

    /// The most bytes of a title.
    public static let maximumTitleSize = 1024

    /// The most bytes of a body.
    public static let maximumBodySize = 4 * 1024 * 1024

    /// For people; never empty.
    public var title: String
    /// A sentence or two for a card, as plain text.
    public var summary: String
    /// As the author wrote it, in ``format``.
    public var body: String
    /// How ``body`` is to be read.
    public var format: Format
    /// Names for people, in the order given.
    public var authors: [String]
    /// In the author's order, compared exactly, each once.
    public var tags: [String]
    /// BCP 47; `nil` takes the hub's.
    public var language: String?
    /// The canonical address of the original, also used to resolve universal links.
    public var source: String?
    /// When it is shown.
    public var schedule: ArticleSchedule

    /// Describes what an author can change.
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
