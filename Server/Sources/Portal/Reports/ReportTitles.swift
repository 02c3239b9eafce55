import MarqueeWire
import PlatformStore

/// What the content calls the pages of a report, and where they stand now.
struct ReportTitles: Sendable {
    /// By URI.
    private let titles: [String: String]
    /// The titles of deleted articles, by URI, as the last release with each has them.
    private let former: [String: String]
    private let channels: [ContentURI: ContentURI]

    /// - Parameters:
    ///   - hubs: all of the app's.
    ///   - channels: all of the app's.
    ///   - articles: those that the report names; more are not needed.
    ///   - former: the titles of those of them that were deleted.
    init(
        _ hubs: [HubRecord], _ channels: [ChannelRecord], articles: [ListedArticle], former: [ContentURI: String] = [:]
    ) {
        self.former = Dictionary(former.map { ($0.key.description, $0.value) }) { first, _ in first }
        let pairs =
            hubs.map { ($0.uri.description, $0.title) } + channels.map { ($0.uri.description, $0.title) }
            + articles.map { ($0.uri.description, $0.title) }
        titles = Dictionary(pairs) { first, _ in first }
        self.channels = Dictionary(articles.map { ($0.uri, ContentURI(hub: $0.hub, .channel($0.channel))) }) {
            first, _ in first
        }
    }

    /// The title of a page, or of one that was deleted and has been in a release; `nil` for others.
    subscript(_ uri: String) -> String? { titles[uri] ?? former[uri] }

    /// Whether the page was deleted after a release had it.
    func isDeleted(_ uri: String) -> Bool { titles[uri] == nil && former[uri] != nil }

    /// The title with a word on its deletion, or the URI of a page that nothing knows.
    func title(_ uri: ContentURI) -> String { written(uri.description) ?? uri.description }

    /// The titles of a report's rows as a file has them, by URI.
    var all: [String: String] {
        Dictionary(uniqueKeysWithValues: Set(titles.keys).union(former.keys).map { ($0, written($0) ?? "") })
    }

    private func written(_ uri: String) -> String? { self[uri].map { isDeleted(uri) ? "\($0) (deleted)" : $0 } }

    /// The hub and channel of a page, and the page itself.
    func trail(to uri: ContentURI) -> [ContentURI] {
        let hub = ContentURI(hub: uri.hub)
        return uri == hub ? [hub] : [hub] + (channels[uri].map { [$0] } ?? []) + [uri]
    }
}
