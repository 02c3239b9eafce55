import Foundation

/// A source from which content is imported, on a schedule or on demand.
public struct FeedSourceRecord: Sendable, Hashable, Codable {
    /// The format of the source at ``location``.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case folder
        case rss
        case atom
        case jsonFeed = "json_feed"
        /// The importer detects the format.
        case automatic
    }

    /// The source's id, in the form of a ``MarqueeWire/Scope`` name; the person who creates the source chooses it.
    public let id: String
    /// The app whose hub the articles go to.
    public let app: String
    /// The hub that receives the articles.
    public var hub: String
    /// The id of the channel that receives all articles; `nil` sorts them into channels by their categories.
    public var channel: String?
    /// How the source is read.
    public var kind: Kind
    /// A path or an `http` or `https` URL.
    public var location: String
    /// The time between two scheduled runs, at least 60 seconds; `nil` for a source that runs only on demand.
    public var intervalSeconds: Int?
    /// Whether a run with changes publishes a release at once, with everything saved by then.
    public var publishes: Bool
    /// The version, which rises with every change; a change names the version it was made from.
    public let version: Int
    /// The latest finished run.
    public let lastRun: FeedRun?

    /// Makes the record of a source.
    public init(
        id: String, app: String, hub: String, channel: String? = nil, kind: Kind = .automatic, location: String,
        intervalSeconds: Int? = nil, publishes: Bool = false, version: Int = 0, lastRun: FeedRun? = nil
    ) {
        self.id = id
        self.app = app
        self.hub = hub
        self.channel = channel
        self.kind = kind
        self.location = location
        self.intervalSeconds = intervalSeconds
        self.publishes = publishes
        self.version = version
        self.lastRun = lastRun
    }

    /// ``location`` for people who may not use the source: without name, password and query, each of which may be a
    /// secret.
    public var shownLocation: String {
        guard let url = URL(string: location), let scheme = url.scheme, let host = url.host() else { return location }
        let port = url.port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)\(url.path())" + (url.query() == nil ? "" : "?…")
    }
}
