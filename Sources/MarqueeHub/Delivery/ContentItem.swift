public import MarqueeWire

/// A hub, channel or article of one release, as its signed manifest describes it.
public struct ContentItem: Sendable, Hashable {
    /// The page's address.
    public let uri: ContentURI
    /// Hub, channel or article.
    public let type: ResourceType
    /// The hub of a channel, the channel of an article; `nil` for a hub.
    public let parent: ContentURI?
    /// The place among the parent's children in the order the publisher gave them, from 0.
    public let position: Int
    /// Friendly for people; may be empty.
    public let title: String
    /// A sentence or two for a card, as plain text.
    public let summary: String?
    /// In the publisher's order, without duplicates; compared byte for byte.
    public let tags: [String]
    /// By the publisher's calendar.
    public let published: Timestamp?
    /// Not shown from this time on.
    public let expires: Timestamp?
    /// The address the content came from originally.
    public let source: String?
    /// BCP 47.
    public let language: String?
    /// The page itself, by hash.
    public let page: ObjectReference

    /// Takes a manifest's line at its place in the tree.
    public init(_ item: Manifest.Item, type: ResourceType, parent: ContentURI?, position: Int) {
        uri = item.uri
        self.type = type
        self.parent = parent
        self.position = position
        title = item.title
        summary = item.summary
        var seen: Set<TagName> = []
        tags = item.tags.filter { seen.insert(TagName($0)).inserted }
        published = item.published
        expires = item.expires
        source = item.source
        language = item.language
        page = item.page
    }
}
