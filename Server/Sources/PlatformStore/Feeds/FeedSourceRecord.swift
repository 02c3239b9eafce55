import Foundation

/// A place content is imported from, on a schedule or on demand.
public struct FeedSourceRecord: Sendable, Hashable, Codable {
    /// What stands at ``location``.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case folder
        case rss
        case atom
        case jsonFeed = "json_feed"
        /// Found out by looking at it.
        case automatic
    }

    /// In the form of a ``MarqueeWire/Scope`` name, chosen by whoever creates it.
    public let id: String
    /// The app whose hub the articles go to.
    public let app: String
    /// The hub that receives the articles.
    public var hub: String
    /// Id of the channel that receives all of them; `nil` sorts them into channels by their categories.
    public var channel: String?
    /// How the source is read; found out by itself unless it is set.
    public var kind: Kind
    /// A path or an `http` or `https` URL.
    public var location: String
    /// Between two scheduled runs, at least 60; `nil` for a source that runs on demand only.
    public var intervalSeconds: Int?
    /// Whether a run that changed something makes a release at once, with everything saved by then.
    public var publishes: Bool
    /// Grows with every change; a change names the version it was made from.
    public let version: Int
    /// The latest run that ended.
    public let lastRun: FeedRun?

    /// Describes a source that is read again and again.
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

    /// ``location`` for those who may not use it: without name, password and query, any of which may be a secret.
    public var shownLocation: String {
        guard let url = URL(string: location), let scheme = url.scheme, let host = url.host() else { return location }
        let port = url.port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)\(url.path())" + (url.query() == nil ? "" : "?…")
    }
}
