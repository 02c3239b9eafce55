public import Foundation
public import PlatformStore

/// Content that the caller of an import brings along. Nothing is read from the server's disk for it.
public enum ImportContent: Sendable, Hashable {
    /// The bytes of a feed: RSS 2.0, Atom or JSON Feed.
    case feed(Data)
    /// Articles in the order in which a hub shows them.
    case articles([SubmittedArticle])
}

/// An article of an ``ImportContent``.
public struct SubmittedArticle: Sendable, Hashable {
    /// Identifies the article within its source, at most 4096 bytes: the next import with the same key changes it.
    public let key: String
    /// The first one names the article's channel; all of them become tags.
    public let categories: [String]
    /// The article's texts; images that they name by an `https` address are fetched.
    public let content: ArticleContent

    /// An article with the key that identifies it.
    public init(key: String, categories: [String] = [], content: ArticleContent) {
        self.key = key
        self.categories = categories
        self.content = content
    }
}

extension ImportedArticle {
    init(_ article: SubmittedArticle) {
        var content = article.content
        content.tags = Ordered.unique(content.tags + article.categories)
        self.init(
            key: article.key, categories: article.categories, content: content, original: content.body,
            file: article.key)
    }
}
