/// A person whom somebody asks about, by one of the ids that apps know people by.
public struct PersonQuery: Sendable, Hashable {
    /// What ``PersonQuery/id`` names.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The id of a recipient.
        case recipient
        /// The mobile user id of recipients.
        case mobileUser = "mobile-user"
        /// A user of the app, as Marquee's SDK sends it.
        case user
        /// The id of an install, which must belong to this person alone.
        case device
        /// The common id by which the app has joined installs.
        case common
    }

    /// What ``id`` names.
    public let kind: Kind
    /// The id as the app sends it, 1 to 1024 bytes.
    public let id: String

    /// - Returns: `nil` for an id that is empty or has more than 1024 bytes.
    public init?(_ kind: Kind, _ id: String) {
        guard (1...1024).contains(id.utf8.count), !id.utf8.contains(0) else { return nil }
        self.kind = kind
        self.id = id
    }
}
