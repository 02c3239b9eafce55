import Foundation
import MarqueeWire
import PlatformStore

/// An article as its source has it, before it has a channel and a permanent name.
struct ImportedArticle: Sendable {
    /// Identifies the article within the source: a path or a GUID.
    var key: String
    /// The article's categories: the first becomes the channel, and all of them become tags.
    var categories: [String] = []
    var content: ArticleContent
    /// The main image, shown first; a path or URL as the source writes it.
    var image: (location: String, alt: String)?
    /// Paths on the site that lead to the article: its permalink first, then earlier ones.
    var places: [String] = []
    /// Full addresses that lead to the article, besides its source.
    var addresses: [String] = []
    /// The base of relative addresses in the text, when it is not the source's own address.
    var base: URL?
    /// The text in which line numbers are looked up.
    var original: String
    /// The file that problems name.
    var file: String
}
