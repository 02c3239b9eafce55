public import MarqueeWire

/// A list of recipients with its columns (a *database* in XMLAPI's words).
public struct ListRecord: Sendable, Hashable, Codable {
    /// The most columns that are unique or have an index: each of them is a row more for each recipient.
    public static let maximumLookups = 50

    /// `LIST_ID`: unique on the server, over all apps.
    public let id: Int64
    /// The app whose account has the list.
    public let app: String
    /// The name, unique within the app's lists, tables, contact lists and queries.
    public let name: String
    /// The folder as a path without a slash at either end; empty for the top.
    public let folder: String
    /// The columns in the order in which they were added.
    public let columns: [ListColumn]
    /// When it was made.
    public let created: Timestamp
    /// When its columns were changed last.
    public let modified: Timestamp

    /// The column of a name, whatever its case.
    public func column(_ name: String) -> ListColumn? {
        let folded = ListColumn.folded(name)
        return columns.first { $0.folded == folded }
    }
}
