public import MarqueeWire

/// The tags of one reader's profile, as they were reported last.
public struct ReaderProfile: Sendable, Hashable {
    /// The user; `nil` for an install without one.
    public let user: String?
    /// The tags that are counted, in no order.
    public let tags: [TagName]
    /// When they were reported.
    public let time: Timestamp

    /// A reader's tags.
    public init(user: String?, tags: [TagName], time: Timestamp) {
        self.user = user
        self.tags = tags
        self.time = time
    }
}
