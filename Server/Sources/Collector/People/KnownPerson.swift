public import PlatformStore

/// What a server has of one person, found by one id.
public struct KnownPerson: Sendable {
    /// A row of a relational table that belongs to one of the recipients.
    public struct Row: Sendable, Hashable {
        /// The table.
        public let table: RelationalTableRecord
        /// The row.
        public let row: TableRow
    }

    /// The recipients, of all databases.
    public internal(set) var recipients: [RecipientRecord] = []
    /// The databases of these recipients, by id.
    public internal(set) var lists: [Int64: ListRecord] = [:]
    /// The rows of tables that are joined to a database, and of the audit table of merges.
    public internal(set) var rows: [Row] = []
    /// What became of push campaigns for the recipients.
    public internal(set) var deliveries: [PushDeliveryRecord] = []
    /// The purchases of the person's installs.
    public internal(set) var purchases: [PurchaseRecord] = []
    /// What is stored of the person's installs that asked for placements, by install; without those that have nothing.
    public internal(set) var placements: [String: PlacementTraces] = [:]
    /// The ids by which events are found. An event names one recipient, so each recipient has an element; the first one
    /// has the ids of all other kinds. Empty when no id is known.
    public internal(set) var ids: [PersonIDs] = []
    /// Where the search could not look, as sentences for people.
    public internal(set) var obstacles: [String] = []
}

/// What was removed of a person at once; events follow, see ``Collector/erasures(scope:)``.
public struct PersonErasure: Sendable, Hashable, Codable {
    /// The requests that erase events, by their numbers.
    public var requests: [Int64] = []
    /// Recipients that were removed.
    public var recipients = 0
    /// Rows of tables that were deleted.
    public var rows = 0
    /// Deliveries of push campaigns that were deleted.
    public var deliveries = 0
    /// Purchases that stay as revenue and name nobody any more.
    public var purchases = 0
    /// Answers to forms of placements that were deleted.
    public var forms = 0
}
