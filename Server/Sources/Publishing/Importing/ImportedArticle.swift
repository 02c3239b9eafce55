import Foundation
import MarqueeWire
import PlatformStore

/// An article as a source tells it, before it has a place and a permanent name.
struct ImportedArticle: Sendable {
    /// The article within the source: a path or a GUID.
    var key: String
    /// The first becomes the channel; all of them become tags.
    var categories: [String] = []
    var content: ArticleContent
    /// Shown first; a path or URL as the source writes it.
    var image: (location: String, alt: String)?
    /// Paths on the site that are known to lead to it: its permalink first, then earlier ones.
    var places: [String] = []
    /// Full addresses that lead to it, beside its source.
    var addresses: [String] = []
    /// What relative addresses in the text are relative to, where that is not the source's own address.
    var base: URL?
    /// The text that positions are looked up in.
    var original: String
    /// Where problems are reported.
    var file: String
}
