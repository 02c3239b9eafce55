import Foundation

/// Where the control plane's database is.
///
/// Nothing that an address says about itself contains its password.
public struct DatabaseAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// In a file of SQLite's, `marquee.sqlite3`, in the data directory.
    public static let folder = DatabaseAddress(text: nil)

    /// The address of a PostgreSQL server with its password; `nil` for the folder.
    private let text: String?

    private init(text: String?) { self.text = text }

    /// A PostgreSQL database, `postgres://user@host/name?parameters`, as libpq defines it.
    /// - Throws: `invalid` for a text that is no such address, or that asks for a protection it does not give.
    public init(postgres text: String) throws(StoreError) {
        _ = try PostgresAddress(text)
        self.text = text
    }

    /// Whether servers on several machines can share the database.
    public var isShared: Bool { text != nil }

    /// The engine, and where the database is.
    public var description: String {
        guard let text else { return "SQLite in the data directory" }
        // The address was read before, so it can be read again.
        let address = (try? PostgresAddress(text)).map { "\($0)" } ?? "an address that cannot be read"
        return "PostgreSQL at \(address)"
    }

    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Opens the database of a data directory, and brings it to the current layout.
    func open(in folder: URL) async throws(StoreError) -> any SQLDatabase {
        guard let text else {
            let file = folder.appending(path: "marquee.sqlite3")
            return try await BlockingWork.run { () throws(StoreError) in try SQLiteDatabase(at: file) }
        }
        let database = try PostgresDatabase(text)
        try await database.migrate(PlatformSchema.migrations)
        return database
    }
}
