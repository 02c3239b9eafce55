/// What a job does.
public enum JobWork: Sendable, Hashable, Codable {
    /// Adds and updates recipients from an uploaded CSV file. A column of the file without a name is skipped.
    case importList(list: Int64, file: String, columns: [String?], skipsFirst: Bool, action: ImportAction)
    /// Inserts and updates rows from an uploaded CSV file.
    case importTable(table: Int64, file: String, columns: [String?], skipsFirst: Bool)
    /// Writes a list, contact list or query to a CSV file, whose name ``JobStore/create(_:app:by:)`` chooses. Without columns,
    /// it writes all of them.
    case exportList(list: Int64, file: String, columns: [String])
    /// Writes a table to a CSV file, whose name is chosen likewise.
    case exportTable(table: Int64, file: String)
    /// Counts the recipients of a query.
    case calculateQuery(query: Int64)
    /// Sets a column of every recipient of a list.
    case setColumn(list: Int64, column: String, value: String)

    /// What an import does with the rows of a file.
    public enum ImportAction: String, Sendable, Codable, CaseIterable {
        case addOnly
        case updateOnly
        case addAndUpdate
        case optOut
    }

    /// The file that it reads or writes.
    public var file: String? {
        switch self {
        case .importList(_, let file, _, _, _), .importTable(_, let file, _, _), .exportList(_, let file, _),
            .exportTable(_, let file):
            file
        case .calculateQuery, .setColumn: nil
        }
    }

    /// An export with the name of its file.
    func writing(to name: String) -> JobWork {
        switch self {
        case .exportList(let list, _, let columns): .exportList(list: list, file: name, columns: columns)
        case .exportTable(let table, _): .exportTable(table: table, file: name)
        default: self
        }
    }

    var isExport: Bool {
        switch self {
        case .exportList, .exportTable: true
        default: false
        }
    }
}
