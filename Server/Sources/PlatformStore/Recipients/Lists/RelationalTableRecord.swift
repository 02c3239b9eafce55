public import MarqueeWire

/// A table of rows beside the lists, such as an audit of merged recipients.
public struct RelationalTableRecord: Sendable, Hashable, Codable {
    /// The most rows that one request inserts, updates or deletes.
    public static let maximumRows = 100

    /// `TABLE_ID`: from the same numbers as the ids of lists.
    public let id: Int64
    /// The app whose account has it.
    public let app: String
    /// The name.
    public let name: String
    /// The folder as a path.
    public let folder: String
    /// The columns; those of the key have the lookup `unique`.
    public let columns: [ListColumn]
    /// How columns of the table (key) correspond to those of a list (value); `nil` for a table that was not joined.
    public let join: TableJoin?
    /// When it was made.
    public let created: Timestamp

    /// The column of a name, whatever its case.
    public func column(_ name: String) -> ListColumn? {
        let folded = ListColumn.folded(name)
        return columns.first { $0.folded == folded }
    }
}
