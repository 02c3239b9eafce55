import MarqueeWire
import PlatformStore

/// What the content calls the pages of a report, and where they stand now.
struct ReportTitles: Sendable {
    /// By URI.
    let titles: [String: String]
    private let channels: [ContentURI: ContentURI]

    init(_ content: AppContent) {
        let pairs =
            content.hubs.map { ($0.uri.description, $0.title) }
            + content.channels.map { ($0.uri.description, $0.title) }
            + content.articles.map { ($0.uri.description, $0.content.title) }
        titles = Dictionary(pairs) { first, _ in first }
        channels = Dictionary(content.articles.map { ($0.uri, ContentURI(hub: $0.hub, .channel($0.channel))) }) {
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
