public import MarqueeWire

/// The tags of users' profiles: the readers' side of the tag vocabulary.
public struct ProfileTags: Sendable, Hashable {
    /// The most tags of one user that are counted: as many as the SDK sends.
    static let mostOfOneUser = 100
    /// The most different tags that are counted: as many as a page can show.
    static let mostTags = 10_000

    /// Older profiles belong to users who may be gone.
    public static let age = Duration.seconds(90 * 86_400)

    /// Users whose profile is known.
    public let users: Int
    /// The number of those users by tag.
    public let counts: [TagName: Int]

    /// Counts of users.
    public init(users: Int, counts: [TagName: Int]) {
        self.users = users
        self.counts = counts
    }
}
