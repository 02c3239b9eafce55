public import MarqueeWire

/// A query for one page of an app's articles, without their texts.
public struct ArticleQuery: Sendable, Hashable {
    /// The order of the articles.
    public enum Order: String, Sendable, CaseIterable {
        /// By the date shown with the article, or by its last change if it has none.
        case date
        /// By title; capitals and small letters are the same.
        case title
        /// By hub, channel and position. Reads each article's row, so use it for one channel.
        case position
    }

    /// The most articles on a page.
    public static let maximumPageSize = 200

    /// Matches articles whose title or summary contains these words in this order; capitals and small letters are the
    /// same.
    public var words: String
    /// Matches articles of this hub.
    public var hub: String?
    /// Matches articles of the channel with this id in `hub`.
    public var channel: String?
    /// Matches articles with this tag.
    public var tag: String?
    /// Matches articles in this state at ``time``.
    public var state: ArticleState?
    /// The time for which states are computed.
    public var time: Timestamp
    /// The order; for the newest first set ``isDescending`` too.
    public var order: Order
    /// Whether the order is reversed.
    public var isDescending: Bool
    /// The number of the page, from 1; a number past the last page returns the last page.
    public var page: Int
    /// The number of articles on a page, 1 to ``maximumPageSize``.
    public var pageSize: Int

    /// Makes a query for the first page of all articles.
    public init(
        at time: Timestamp, words: String = "", hub: String? = nil, channel: String? = nil, tag: String? = nil,
        state: ArticleState? = nil, order: Order = .date, isDescending: Bool = false, page: Int = 1, pageSize: Int = 50
    ) {
        self.time = time
        self.words = words
        self.hub = hub
        self.channel = channel
        self.tag = tag
        self.state = state
        self.order = order
        self.isDescending = isDescending
        self.page = page
        self.pageSize = pageSize
    }
}
