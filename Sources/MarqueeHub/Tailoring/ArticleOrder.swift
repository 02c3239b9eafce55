public import MarqueeWire

/// The order of a channel's articles for one user: best tag match first, then newest, then the publisher's order.
///
/// The order is deterministic: equal input gives equal order. The sort key of each article is calculated once, so
/// sorting only compares three numbers.
public enum ArticleOrder {
    private struct Key {
        let score: Int
        /// The publication time in milliseconds. An article without one gets the smallest value, which puts it last
        /// among articles with the same score.
        let published: Int64
        let index: Int
    }

    /// Sorts articles of any type. No article is left out.
    /// - Parameters:
    ///   - articles: in the publisher's order.
    ///   - profile: the user's tags and their counts.
    ///   - tags: returns the tags of an article.
    ///   - published: returns when an article was published; `nil` sorts after every date.
    /// - Returns: the articles, the best match first.
    public static func sorted<Article>(
        _ articles: [Article], for profile: TagProfile, tags: (Article) -> [String], published: (Article) -> Timestamp?
    ) -> [Article] {
        var keys: [Key] = []
        keys.reserveCapacity(articles.count)
        for (index, article) in articles.enumerated() {
            keys.append(
                Key(
                    score: profile.score(tags(article)), published: published(article)?.milliseconds ?? .min,
                    index: index))
        }
        keys.sort { left, right in
            if left.score != right.score { return left.score > right.score }
            if left.published != right.published { return left.published > right.published }
            return left.index < right.index
        }
        return keys.map { articles[$0.index] }
    }
}
