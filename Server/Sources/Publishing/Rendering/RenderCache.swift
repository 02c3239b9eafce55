import Foundation
package import Markup
import MarqueeWire
package import PlatformStore
import Synchronization

/// Keeps rendered articles, so that publishing, previews and the list of pending changes parse each text once.
///
/// A page depends on its text and on the targets of its links and images; the targets are kept with the page and
/// compared. The cache is bounded in bytes; the least recently used page is removed first.
package final class RenderCache: Sendable {
    /// The cache of this process.
    package static let shared = RenderCache()

    /// The version of the rendering rules; a change makes older pages invalid.
    private static let version = 1

    /// A text and its format.
    package struct Key: Hashable, Sendable {
        private let version = RenderCache.version
        private let format: ArticleContent.Format
        private let hash: ObjectHash

        package init(_ article: ArticleContent) {
            format = article.format
            hash = ObjectHash(of: Data(article.body.utf8))
        }
    }

    /// A rendered text.
    package struct Page: Sendable {
        let body: HTML
        let hero: HTML?
        let beginning: String
        let words: Int
        let cover: PageCover?
        /// Names of the assets that the text shows.
        let assets: [String]

        init(body: HTML, hero: HTML?, beginning: String, words: Int, cover: PageCover?, assets: [String]) {
            (self.body, self.hero, self.beginning) = (body, hero, beginning)
            (self.words, self.cover, self.assets) = (words, cover, assets)
        }

        /// A page of markup alone, without image, summary and assets.
        package init(body: HTML) {
            self.init(body: body, hero: nil, beginning: "", words: 0, cover: nil, assets: [])
        }
    }

    /// An image, and the assets that it needs.
    struct Image: Sendable, Equatable {
        let names: [String]
        let image: PageImage
        /// `nil` when it cannot stand for the article.
        let cover: PageCover?
    }

    /// The targets of links and images when a text was rendered.
    package final class Answers {
        private(set) var links: [String: LinkTarget] = [:]
        private(set) var pictures: [Picture: Image?] = [:]
        private(set) var cover: PageCover?
        private(set) var assets: [String] = []

        /// The targets of a text without links and images.
        package init() {}

        func add(_ link: String, _ target: LinkTarget) -> LinkTarget {
            links[link] = target
            return target
        }

        func add(_ source: String, _ alt: String, _ image: Image?) -> Image? {
            pictures[Picture(source: source, alt: alt)] = .some(image)
            if let image {
                cover = cover ?? image.cover
                assets += image.names
            }
            return image
        }
    }

    struct Picture: Hashable, Sendable {
        let source: String
        let alt: String
    }

    private struct Entry {
        let page: Page
        let links: [String: LinkTarget]
        let pictures: [Picture: Image?]
        let bytes: Int
        var used: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var clock: UInt64 = 0
        var misses = 0
    }

    private let state = Mutex(State())
    private let maximumBytes: Int

    /// How often a requested page was missing or out of date.
    var misses: Int { state.withLock { $0.misses } }

    init(maximumBytes: Int = 64 * 1024 * 1024) {
        self.maximumBytes = maximumBytes
    }

    /// The page of a text whose links and images still have the same targets.
    func page(
        _ key: Key, link: (String) -> LinkTarget, image: (_ source: String, _ alt: String) -> Image?
    ) -> Page? {
        let found = state.withLock { state -> Entry? in
            state.clock += 1
            state.entries[key]?.used = state.clock
            return state.entries[key]
        }
        guard let found, found.links.allSatisfy({ link($0.key) == $0.value }),
            found.pictures.allSatisfy({ image($0.key.source, $0.key.alt) == $0.value })
        else {
            state.withLock { $0.misses += 1 }
            return nil
        }
        return found.page
    }

    package func keep(_ page: Page, _ key: Key, _ answers: Answers) {
        let addresses = answers.links.keys.reduce(0) { $0 + $1.utf8.count + 200 }
        let pictures = answers.pictures.keys.reduce(0) { $0 + $1.source.utf8.count + $1.alt.utf8.count + 300 }
        let bytes = page.body.text.utf8.count + addresses + pictures + 500
        guard bytes <= maximumBytes / 2 else { return }
        state.withLock { state in
            state.clock += 1
            if let old = state.entries.removeValue(forKey: key) { state.bytes -= old.bytes }
            state.entries[key] = Entry(
                page: page, links: answers.links, pictures: answers.pictures, bytes: bytes, used: state.clock)
            state.bytes += bytes
            guard state.bytes > maximumBytes else { return }
            // Removes pages down to three quarters of the limit, so that this happens rarely.
            for (key, entry) in state.entries.sorted(by: { $0.value.used < $1.value.used }) {
                guard state.bytes > maximumBytes / 4 * 3 else { break }
                state.entries[key] = nil
                state.bytes -= entry.bytes
            }
        }
    }
}
