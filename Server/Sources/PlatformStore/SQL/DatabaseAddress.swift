import Foundation

/// Where the control plane's database is.
public enum DatabaseAddress: Sendable, Hashable {
    /// In a file of SQLite's, `marquee.sqlite3`, in the data directory.
    case folder

    /// Opens the database of a data directory, and brings it to the current layout.
    func open(in folder: URL) async throws(StoreError) -> any SQLDatabase {
        switch self {
        case .folder:
            let file = folder.appending(path: "marquee.sqlite3")
            return try await BlockingWork.run { () throws(StoreError) in try SQLiteDatabase(at: file) }
        }
    }
}
