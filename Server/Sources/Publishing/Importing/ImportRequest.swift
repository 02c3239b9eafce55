public import Foundation
public import PlatformStore

/// The source of an import and its destination.
public struct ImportRequest: Sendable, Hashable {
    /// A path or an `http` or `https` URL; with ``content`` only the name of where the content comes from.
    public var source: String
    /// The content itself; `nil` reads it from ``source``.
    public var content: ImportContent?
    /// The name that identifies the source from one import to the next; its path or address by default.
    ///
    /// A folder that moves keeps its articles if its name stays the same.
    public var name: String?
    /// The format of the source; nil detects it.
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
    /// The site on which the articles are published; relative links without a target in the hub lead there.
    public var site: URL?
    /// Whether articles that are no longer in the source are removed from the hub; `nil` decides by the kind of source.
    ///
    /// A folder holds all of its articles, a feed only its newest. By default, an import of a folder removes articles
    /// and an import of a feed does not.
    public var removesMissing: Bool?
    /// The person or program that imports, for the audit log.
    public var who: String

    /// Makes a request; optional values have the defaults of the command.
    public init(
        source: String, content: ImportContent? = nil, name: String? = nil, kind: FeedSourceRecord.Kind = .automatic,
        app: String, hub: String,
        hubID: String? = nil, channel: String? = nil, language: String = "en", site: URL? = nil,
        removesMissing: Bool? = nil, who: String = "command line"
    ) {
        self.source = source
        self.content = content
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
