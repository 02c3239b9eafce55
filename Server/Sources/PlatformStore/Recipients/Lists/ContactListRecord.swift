public import MarqueeWire

/// Some recipients of a list, named one by one.
public struct ContactListRecord: Sendable, Hashable, Codable {
    /// `CONTACT_LIST_ID`: from the same numbers as the ids of lists.
    public let id: Int64
    /// The app whose account has it.
    public let app: String
    /// The name.
    public let name: String
    /// The folder as a path.
    public let folder: String
    /// The list that the recipients belong to.
    public let list: Int64
    /// When it was made.
    public let created: Timestamp
}
