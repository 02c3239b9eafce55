public import Foundation
public import PlatformStore

/// What to import, and where to.
public struct ImportRequest: Sendable, Hashable {
    /// A path or an `http` or `https` URL.
    public var source: String
    /// The name the source is known by from import to import; its path or address unless it is given.
    ///
    /// A folder that moves keeps its articles when it keeps its name.
    public var name: String?
    /// How the source is read; found out by itself unless it is set.
    public var kind: FeedSourceRecord.Kind
    /// The app whose hub the articles go to.
    public var app: String
    /// The hub's title; its id is the slug of it unless ``hubID`` is given.
    public var hub: String
    /// The hub's id in URIs; made from ``hub`` unless it is given.
    public var hubID: String?
    /// Id of an existing channel that receives every article; `nil` sorts them by their categories.
    public var channel: String?
    /// BCP 47.
    public var language: String
    /// The site the articles are published on: relative links that lead nowhere in the hub lead there.
    public var site: URL?
    /// Whether articles that are no longer in the source are removed from the hub; `nil` as its kind has it.
    ///
    /// A folder holds all of its articles, a feed only its newest: by itself a folder removes and a feed does not.
    public var removesMissing: Bool?
    /// Who asks, for the audit log.
    public var who: String

    /// Describes an import; what is optional has the default of the command.
    public init(
        source: String, name: String? = nil, kind: FeedSourceRecord.Kind = .automatic, app: String, hub: String,
        hubID: String? = nil, channel: String? = nil, language: String = "en", site: URL? = nil,
        removesMissing: Bool? = nil, who: String = "command line"
    ) {
        self.source = source
        self.name = name
        self.kind = kind
        self.app = app
        self.hub = hub
        self.hubID = hubID
        self.channel = channel
        self.language = language
        self.site = site
        self.removesMissing = removesMissing
        self.who = who
    }
}
