/// One page of a list of articles.
public struct ArticleListing: Sendable, Hashable {
    /// The articles of the page, in the query's order.
    public let articles: [ListedArticle]
    /// The number of the page, from 1; the last page when the query asked for a later one.
    public let page: Int
    /// The number of pages, at least 1.
    public let pages: Int
    /// The number of matching articles on all pages.
    public let matching: Int
    /// The number of articles of the app.
    public let total: Int
}
