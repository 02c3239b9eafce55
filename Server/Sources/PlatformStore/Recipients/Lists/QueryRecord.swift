public import MarqueeWire

/// The recipients of a list that meet criteria.
public struct QueryRecord: Sendable, Hashable, Codable {
    /// From the same numbers as the ids of lists.
    public let id: Int64
    /// The app whose account has it.
    public let app: String
    /// The name.
    public let name: String
    /// The folder as a path.
    public let folder: String
    /// The list that is asked.
    public let list: Int64
    /// What its recipients meet.
    public let criteria: QueryCriteria
    /// How many there were when they were counted last; `nil` before.
    public let size: Int?
    /// When they were counted last; `nil` before.
    public let calculated: Timestamp?
    /// When it was made.
    public let created: Timestamp
}
