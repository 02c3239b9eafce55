public import MarqueeWire

/// The order of a channel's articles for one user: best tag match first, then newest, then the publisher's order.
///
/// Deterministic: equal input gives equal order. What decides is worked out once per article, so that sorting compares
/// three numbers.
public enum ArticleOrder {
    private struct Key {
        let score: Int
        /// The earliest possible time for an article without one, which puts it last among equals.
        let published: Int64
        let index: Int
    }

    /// Sorts articles of any type; nothing is left out.
    /// - Parameters:
    ///   - articles: in the publisher's order.
    ///   - profile: what the user met, and how often.
    ///   - tags: the tags of an article.
    ///   - published: when it was published; `nil` sorts behind every date.
    /// - Returns: the articles, those first that the user is likeliest to care about.
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
