public import MarqueeWire

/// When an article is part of a release.
public struct ArticleSchedule: Sendable, Hashable, Codable {
    /// The date shown with the article.
    public var published: Timestamp?
    /// A release made before this time does not hold the article.
    public var embargo: Timestamp?
    /// A release made at this time or later does not hold the article, and devices that have it no longer show it.
    public var expires: Timestamp?
    /// Whether the article is kept back until an author releases it.
    public var isDraft: Bool

    /// Makes a schedule; without dates, the article is shown at once and without an end.
    public init(
        published: Timestamp? = nil, embargo: Timestamp? = nil, expires: Timestamp? = nil, isDraft: Bool = false
    ) {
        self.published = published
        self.embargo = embargo
        self.expires = expires
        self.isDraft = isDraft
    }

    /// Whether a release made at `time` holds the article.
    public func isReleased(at time: Timestamp) -> Bool {
        !isDraft && embargo.map { $0 <= time } ?? true && expires.map { $0 > time } ?? true
    }
}
