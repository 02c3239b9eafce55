/// One page of a list of articles.
public struct ArticleListing: Sendable, Hashable {
    /// In the order that was asked for.
    public let articles: [ListedArticle]
    /// From 1; the last page when the query asked for a later one.
    public let page: Int
    /// How many pages there are, at least 1.
    public let pages: Int
    /// How many articles match, on all pages.
    public let matching: Int
    /// How many articles the app has.
    public let total: Int
}
