public import MarqueeWire

/// An id that an install's events carried.
public struct IdentityLink: Sendable, Hashable {
    /// What an id names.
    public enum Kind: Int, Sendable, Hashable, CaseIterable, Codable {
        /// A user of the app, as Marquee's SDK sends it.
        case user = 1
        /// The attribute `Primary User Id`.
        case mobileUser = 2
        /// The attribute `Recipient Id`.
        case recipient = 3
        /// The attribute `Custom Id`.
        case custom = 4
        /// The advertising id; never that of a person who limits ad tracking.
        case advertiser = 5
        /// The attribute `Common Id`, by which the app says that installs belong to one person.
        case common = 6
    }

    /// What tells a link from others of its app and stream.
    public struct Key: Sendable, Hashable {
        /// The install's id.
        public let install: String
        /// What ``id`` names.
        public let kind: Kind
        /// The id as it was sent.
        public let id: String

        /// The key of the link between an install and an id.
        public init(install: String, kind: Kind, id: String) {
            self.install = install
            self.kind = kind
            self.id = id
        }
    }

    /// The most ids of one kind that an install keeps; the oldest make room.
    public static let most = 50

    /// The install's id.
    public let install: String
    /// What ``id`` names.
    public let kind: Kind
    /// The id as it was sent.
    public let id: String
    /// The time of the event that made the link.
    public let since: Timestamp
    /// That event.
    public let event: EventID
    /// When the link was removed; `nil` while it holds. A removed link is not made again by later events.
    public let removed: Timestamp?

    /// What tells it from other links.
    public var key: Key { Key(install: install, kind: kind, id: id) }

    /// A link and where it came from.
    public init(install: String, kind: Kind, id: String, since: Timestamp, event: EventID, removed: Timestamp?) {
        self.install = install
        self.kind = kind
        self.id = id
        self.since = since
        self.event = event
        self.removed = removed
    }
}
