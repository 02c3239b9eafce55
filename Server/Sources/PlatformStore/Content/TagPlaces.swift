/// How many articles, channels and hubs carry a tag.
public struct TagPlaces: Sendable, Hashable {
    /// Drafts included.
    public var articles = 0
    public var channels = 0
    public var hubs = 0
}
