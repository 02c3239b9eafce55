import Markup
import MarqueeWire
import PlatformStore

/// An article, rendered for its page and its cards.
struct RenderedArticle: Sendable {
    let record: ArticleRecord
    let body: HTML
    let hero: HTML?
    let summary: String
    let minutes: Int
    let cover: PageCover?
    /// Names of the assets its page shows.
    let assets: [String]
}
