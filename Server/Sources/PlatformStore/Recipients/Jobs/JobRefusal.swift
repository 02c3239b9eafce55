/// A row that an import did not take.
public struct JobRefusal: Sendable, Hashable, Codable {
    /// The row's number in the file, from 1; a heading counts.
    public let row: Int
    /// Why.
    public let reason: String

    /// Makes the report of a refused row.
    public init(row: Int, reason: String) {
        self.row = row
        self.reason = reason
    }
}
