/// How many articles, channels and hubs carry a tag.
public struct TagPlaces: Sendable, Hashable {
    /// Drafts included.
    public var articles = 0
    /// Of all hubs.
    public var channels = 0
    /// Of the app.
    public var hubs = 0
}
