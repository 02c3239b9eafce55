import MarqueeWire
import PlatformStore

/// What the content calls the pages of a report, and where they stand now.
struct ReportTitles: Sendable {
    /// By URI.
    let titles: [String: String]
    private let channels: [ContentURI: ContentURI]

    /// - Parameter articles: those that the report names; more are not needed.
    init(_ hubs: [HubRecord], _ channels: [ChannelRecord], articles: [ListedArticle]) {
        let pairs =
            hubs.map { ($0.uri.description, $0.title) } + channels.map { ($0.uri.description, $0.title) }
            + articles.map { ($0.uri.description, $0.title) }
        titles = Dictionary(pairs) { first, _ in first }
        self.channels = Dictionary(articles.map { ($0.uri, ContentURI(hub: $0.hub, .channel($0.channel))) }) {
            first, _ in first
        }
    }

    /// The title; what is no longer there goes by its URI.
    func title(_ uri: ContentURI) -> String { titles[uri.description] ?? uri.description }

    /// The page behind those that it stands in.
    func trail(to uri: ContentURI) -> [ContentURI] {
        let hub = ContentURI(hub: uri.hub)
        return uri == hub ? [hub] : [hub] + (channels[uri].map { [$0] } ?? []) + [uri]
    }
}
