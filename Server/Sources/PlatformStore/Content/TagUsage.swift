public import MarqueeWire

/// How an app's articles use tags: the content side of the tag vocabulary report.
public struct TagUsage: Sendable, Hashable {
    /// The number of articles that are not drafts.
    public let articles: Int
    /// The number of those articles by tag.
    public let counts: [TagName: Int]

    /// Joins the use of tags with the number of articles.
    public init(articles: Int, counts: [TagName: Int]) {
        self.articles = articles
        self.counts = counts
    }

    /// Tags of one article only: tailoring has nothing to choose from.
    public var tooSpecific: [TagName] { counts.filter { $0.value == 1 && articles > 1 }.keys.sorted() }

    /// Tags of every article: they do not tell articles apart.
    public var tooGeneral: [TagName] { counts.filter { $0.value == articles && articles > 1 }.keys.sorted() }
}
