public import Foundation
import MarqueeWire

/// The content that a ``SimulatedContentService`` publishes. A test can edit these values between two releases.
public struct SimulatedContent: Sendable {
    /// An article of a channel.
    public struct Article: Sendable {
        /// The last part of its URI.
        public var name: String
        /// The title that the user sees.
        public var title: String
        /// The whole page, as it is signed.
        public var html: String
        /// The tags that tailoring compares with the user's tags.
        public var tags: [String]
        /// The URL of the article on the web.
        public var source: String?

        /// Makes an article.
        public init(name: String, title: String, html: String, tags: [String] = [], source: String? = nil) {
            self.name = name
            self.title = title
            self.html = html
            self.tags = tags
            self.source = source
        }
    }

    /// A channel of a hub.
    public struct Channel: Sendable {
        /// The last part of its URI, and its title.
        public var name: String
        /// In the publisher's order.
        public var articles: [Article]

        /// Makes a channel.
        public init(name: String, articles: [Article]) {
            self.name = name
            self.articles = articles
        }
    }

    /// A hub with its channels and assets.
    public struct Hub: Sendable {
        /// The hub's part of every URI.
        public var id: String
        /// In the publisher's order.
        public var channels: [Channel]
        /// The data of each asset by its name; the media type is `text/css`.
        public var assets: [String: Data]

        /// Makes a hub.
        public init(id: String, channels: [Channel], assets: [String: Data] = [:]) {
            self.id = id
            self.channels = channels
            self.assets = assets
        }
    }

    /// In the publisher's order.
    public var hubs: [Hub]

    /// Makes content from hubs.
    public init(hubs: [Hub]) {
        self.hubs = hubs
    }

    /// One hub with two channels. Each channel has `articles` articles, and each article has a few kilobytes of unique
    /// text.
    public static func sample(articles: Int = 3) -> SimulatedContent {
        let channels = ["news", "food"].map { channel in
            Channel(name: channel, articles: (1...max(1, articles)).map { article(channel: channel, number: $0) })
        }
        return SimulatedContent(hubs: [
            Hub(id: "brand", channels: channels, assets: ["style.css": Data("body{margin:0}".utf8)])
        ])
    }

    private static func article(channel: String, number: Int) -> Article {
        let words = (0..<400).map { "\(channel)\(($0 * 7919 + number * 104_729) % 9973)" }.joined(separator: " ")
        return Article(
            name: "\(channel)-\(number)", title: "\(channel) \(number)",
            html: "<!doctype html><html lang=\"en\"><title>\(channel) \(number)</title><p>\(words)</p></html>",
            tags: [channel],
            source: "https://example.com/\(channel)/\(number)")
    }
}

extension SimulatedContent {
    /// The manifests in the release's order, and all objects that they name.
    func rendered() throws(WireError) -> (manifests: [Manifest], objects: [Data]) {
        var manifests: [Manifest] = []
        var objects: [Data] = []
        func put(_ data: Data) -> ObjectReference {
            objects.append(data)
            return ObjectReference(of: data)
        }
        for hub in hubs {
            var assets: [Manifest.Asset] = []
            for (name, data) in hub.assets.sorted(by: { $0.key < $1.key }) {
                assets.append(
                    Manifest.Asset(uri: ContentURI(hub: hub.id, .asset(name)), mediaType: "text/css", object: put(data))
                )
            }
            let uri = ContentURI(hub: hub.id)
            let page = put(Data("<!doctype html><title>\(hub.id)</title>".utf8))
            manifests.append(
                try Manifest(uri: uri, items: [Manifest.Item(uri: uri, title: hub.id, page: page)], assets: assets))
            for channel in hub.channels { manifests.append(try rendered(channel, of: hub, put)) }
        }
        return (manifests, objects)
    }

    private func rendered(_ channel: Channel, of hub: Hub, _ put: (Data) -> ObjectReference) throws(WireError)
        -> Manifest
    {
        let uri = ContentURI(hub: hub.id, .channel(channel.name))
        var items = [
            Manifest.Item(
                uri: uri, title: channel.name, page: put(Data("<!doctype html><title>\(channel.name)</title>".utf8)))
        ]
        for article in channel.articles {
            items.append(
                Manifest.Item(
                    uri: ContentURI(hub: hub.id, .article(article.name)), title: article.title, tags: article.tags,
                    source: article.source, page: put(Data(article.html.utf8))))
        }
        return try Manifest(uri: uri, items: items)
    }
}
