public import MarqueeWire

/// How an app's articles use tags: the content side of the tag vocabulary report.
public struct TagUsage: Sendable, Hashable {
    /// Articles that are not drafts.
    public let articles: Int
    /// The number of those articles by tag.
    public let counts: [TagName: Int]

    /// Joins how often tags are used with how many articles there are.
    public init(articles: Int, counts: [TagName: Int]) {
        self.articles = articles
        self.counts = counts
    }

    /// Tags of one article only, which can tailor nothing.
    public var tooSpecific: [TagName] { counts.filter { $0.value == 1 && articles > 1 }.keys.sorted() }

    /// Tags of every article, which tell articles apart as little.
    public var tooGeneral: [TagName] { counts.filter { $0.value == articles && articles > 1 }.keys.sorted() }
}
