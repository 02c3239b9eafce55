/// A recipient to add to a list.
public struct RecipientAddition: Sendable, Hashable {
    /// What happens when the list has the recipient already.
    public enum Match: Sendable, Hashable {
        /// It is refused.
        case refuse
        /// The recipient with these values, by column name, is updated; without any, the one with the same unique values.
        case update([String: String])
    }

    /// The values by column name.
    public var values: [String: String]
    /// What happens when the list has the recipient already.
    public var match: Match
    /// Who adds it.
    public var origin: RecipientRecord.Origin
    /// Contact lists of the list that the recipient is added to, at most ``maximumContactLists``.
    public var contactLists: [Int64]

    /// The most contact lists of one addition.
    public static let maximumContactLists = 100

    /// Makes the description of a recipient to add.
    public init(
        _ values: [String: String], match: Match = .refuse, origin: RecipientRecord.Origin = .manual,
        contactLists: [Int64] = []
    ) {
        self.values = values
        self.match = match
        self.origin = origin
        self.contactLists = contactLists
    }
}
