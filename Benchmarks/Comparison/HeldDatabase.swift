public import Foundation

/// Keeps everybody else from writing to a SQLite file until it is released.
public final class HeldDatabase {
    private let database: RawDatabase

    /// Takes the lock.
    public init(_ file: URL) throws {
        database = try RawDatabase(file)
        try database.execute("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE")
    }

    /// Gives it back.
    public func release() throws { try database.execute("ROLLBACK") }
}
