public import MarqueeWire

/// The tags of users' profiles: the readers' side of the tag vocabulary.
public struct ProfileTags: Sendable, Hashable {
    /// Tags of one user that are counted: as many as the SDK sends.
    static let mostOfOneUser = 100
    /// Different tags that are counted, the first that are met: what a page can show.
    static let mostTags = 10_000

    /// Profiles that were told longer ago are of users who may be gone.
    public static let age = Duration.seconds(90 * 86_400)

    /// Users whose profile is known.
    public let users: Int
    /// The number of those users by tag.
    public let counts: [TagName: Int]

    /// Joins how many users have a tag with how many users there are.
    public init(users: Int, counts: [TagName: Int]) {
        self.users = users
        self.counts = counts
    }
}
