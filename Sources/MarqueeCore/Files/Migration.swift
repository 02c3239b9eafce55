package import GRDB

/// One step from the layout of an older version of the SDK to the next one.
///
/// A released step never changes: a file remembers by name which steps it has taken.
package struct Migration: Sendable {
    /// Unique within its file; the file keeps it.
    package let name: String
    /// Runs in a transaction of its own, so that a process killed inside it leaves the file as it was.
    package let migrate: @Sendable (Database) throws -> Void

    package init(_ name: String, migrate: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.migrate = migrate
    }

    package init(_ name: String, sql: String) {
        self.init(name) { try $0.execute(sql: sql) }
    }
}
