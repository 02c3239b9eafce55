import MarqueeWire
import PlatformStore

/// The part of an app's content that a release made at one time holds, with the look-ups that pages need.
struct ContentSelection: Sendable {
    /// A channel with the articles it shows.
    struct Channel: Sendable {
        let record: ChannelRecord
        let articles: [ArticleRecord]
    }

    struct Hub: Sendable {
        let record: HubRecord
        let channels: [Channel]
    }

    private(set) var hubs: [Hub] = []
    /// The channels that were left out, with the reasons, as sentences.
    private(set) var warnings: [String] = []
    /// When the next article is due to appear or to expire.
    private(set) var nextChange: Timestamp?
    private(set) var links = LinkIndex<ContentURI>()
    private(set) var known: Set<ContentURI> = []

    /// Selects the content of a release made at `time`; for a preview `includesUnreleased` adds drafts, embargoed and
    /// expired articles.
    init(_ content: AppContent, at time: Timestamp, includesUnreleased: Bool = false) {
        let articles = content.articles.filter { includesUnreleased || $0.content.schedule.isReleased(at: time) }
        for hub in content.hubs {
            var channels: [Channel] = []
            for channel in content.channels where channel.hub == hub.id {
                let own = articles.filter { $0.hub == hub.id && $0.channel == channel.id }
                if own.isEmpty {
                    warnings.append(
                        "channel \(channel.uri) \"\(channel.title)\" has no released article and is left out")
                    continue
                }
                channels.append(Channel(record: channel, articles: own))
            }
            hubs.append(Hub(record: hub, channels: channels))
        }
        nextChange = content.articles.flatMap { article -> [Timestamp] in
            let schedule = article.content.schedule
            return schedule.isDraft ? [] : [schedule.embargo, schedule.expires].compactMap { $0 }.filter { $0 > time }
        }.min()
        index(articles)
    }

    private mutating func index(_ articles: [ArticleRecord]) {
        for hub in hubs {
            known.insert(hub.record.uri)
            for channel in hub.channels { known.insert(channel.record.uri) }
        }
        for article in articles {
            known.insert(article.uri)
            let stem = article.id.split(separator: "-").dropLast().joined(separator: "-")
            links.add(
                article.uri, path: article.origin?.key ?? stem, addresses: article.content.source.map { [$0] } ?? [],
                group: article.origin?.importSource ?? "")
        }
    }

    /// - Throws: ``PublishingError`` with `empty`, naming the hub that has nothing to show.
    func requirePublishable(app: String) throws(PublishingError) {
        guard !hubs.isEmpty else { throw PublishingError(.empty, "app \(app) has no hub to publish") }
        for hub in hubs where hub.channels.isEmpty {
            throw PublishingError(
                .empty, "hub \(hub.record.uri) \"\(hub.record.title)\" has no channel with a released article")
        }
    }
}
