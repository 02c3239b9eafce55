public import MarqueeWire

/// When an article is part of a release.
public struct ArticleSchedule: Sendable, Hashable, Codable {
    /// The date shown with the article.
    public var published: Timestamp?
    /// Not part of a release that is made before this time.
    public var embargo: Timestamp?
    /// Not part of a release made from this time on, and no longer shown by devices that have it.
    public var expires: Timestamp?
    /// Kept back until an author says otherwise.
    public var isDraft: Bool

    /// Sets dates; without any the article is there at once and for good.
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
