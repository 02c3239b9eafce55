public import MarqueeWire

/// A hub, channel or article of one release, as its signed manifest describes it.
public struct ContentItem: Sendable, Hashable {
    /// The page's content URI.
    public let uri: ContentURI
    /// Hub, channel or article.
    public let type: ResourceType
    /// The hub of a channel, the channel of an article; `nil` for a hub.
    public let parent: ContentURI?
    /// The index among the parent's children, in the publisher's order, from 0.
    public let position: Int
    /// The title for people; may be empty.
    public let title: String
    /// One or two sentences for a card, as plain text.
    public let summary: String?
    /// The tags in the publisher's order, without duplicates. Tags are compared byte for byte.
    public let tags: [String]
    /// The publication time that the publisher set.
    public let published: Timestamp?
    /// The time from which the page is no longer shown.
    public let expires: Timestamp?
    /// The address from which the content was originally published.
    public let source: String?
    /// The language as a BCP 47 tag.
    public let language: String?
    /// The hash and length of the page's bytes.
    public let page: ObjectReference

    /// Creates an item from a manifest's entry and its position in the tree.
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
