public import MarqueeWire

/// A list, table, contact list or query, as a listing shows it.
public struct ListEntry: Sendable, Hashable, Codable {
    /// What stands under an id.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case database
        case query
        case table
        case contacts
    }

    /// `LIST_ID`, `TABLE_ID` or `CONTACT_LIST_ID`.
    public let id: Int64
    /// What it is.
    public let kind: Kind
    /// The name.
    public let name: String
    /// The folder as a path.
    public let folder: String
    /// The list that a contact list or query belongs to, or a table is joined to.
    public let parent: Int64?
    /// How many recipients or rows it has; of more than 5,000, how many it had at some time of the last minute. Of a
    /// query, how many it had when it was counted.
    public let size: Int
    /// When it was made.
    public let created: Timestamp
    /// When it was changed last.
    public let modified: Timestamp
}
