public import MarqueeWire

/// A question for one page of an app's articles, without their texts.
public struct ArticleQuery: Sendable, Hashable {
    /// Where an article stands at one time.
    public enum State: String, Sendable, CaseIterable {
        /// Kept back until an author says otherwise.
        case draft
        /// Waits for its embargo.
        case scheduled
        /// Part of a release that is made now.
        case ready
        /// Past its expiry.
        case expired
    }

    /// What the articles are ordered by.
    public enum Order: String, Sendable, CaseIterable {
        /// The date shown with the article, or else its last change.
        case date
        /// Without regard to capitals.
        case title
        /// By hub and channel, in the order that people gave the articles. Reads each article's row: ask it of one channel.
        case position
    }

    /// The most articles on a page.
    public static let maximumPageSize = 200

    /// An article matches when its title or summary contains these words as they follow each other, without regard to
    /// capitals.
    public var words: String
    /// Only this hub.
    public var hub: String?
    /// Only this channel, by its id in `hub`.
    public var channel: String?
    /// Only articles that carry this tag.
    public var tag: String?
    /// Only articles in this state at ``time``.
    public var state: State?
    /// The time that states are asked for.
    public var time: Timestamp
    /// The newest first needs ``isDescending`` as well.
    public var order: Order
    /// Turns the order round.
    public var isDescending: Bool
    /// From 1. A page past the last one gives the last.
    public var page: Int
    /// 1 to ``maximumPageSize``.
    public var pageSize: Int

    /// Asks for the first page of all articles at `time`.
    public init(
        at time: Timestamp, words: String = "", hub: String? = nil, channel: String? = nil, tag: String? = nil,
        state: State? = nil, order: Order = .date, isDescending: Bool = false, page: Int = 1, pageSize: Int = 50
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

extension ArticleSchedule {
    /// The state of an article with this schedule at a time.
    public func state(at time: Timestamp) -> ArticleQuery.State {
        if isDraft { return .draft }
        if let expires, expires <= time { return .expired }
        return isReleased(at: time) ? .ready : .scheduled
    }
}
