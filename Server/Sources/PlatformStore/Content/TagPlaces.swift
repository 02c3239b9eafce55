/// The numbers of articles, channels and hubs that have a tag.
public struct TagPlaces: Sendable, Hashable {
    /// The articles, drafts included.
    public var articles = 0
    /// The channels of all hubs.
    public var channels = 0
    /// The hubs of the app.
    public var hubs = 0
}
