/// A row of a relational table.
public struct TableRow: Sendable, Hashable {
    /// Sorts rows, and continues a listing.
    public let key: String
    /// The values by the columns' names.
    public let values: [String: String]
}
