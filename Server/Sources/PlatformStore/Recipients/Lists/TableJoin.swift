/// Which list a table belongs to, and by which columns.
public struct TableJoin: Sendable, Hashable, Codable {
    /// The list.
    public let list: Int64
    /// Columns of the list by those of the table.
    public let columns: [String: String]

    /// Makes the description of a join.
    public init(list: Int64, columns: [String: String]) {
        self.list = list
        self.columns = columns
    }
}
