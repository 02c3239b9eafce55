package import GRDB

/// One step from an older layout of a file to the next layout.
///
/// A released step never changes, because each file stores the names of its completed steps.
package struct Migration: Sendable {
    /// Unique in its file; the file stores it.
    package let name: String
    /// Runs in its own transaction: if the process is killed during the step, the file is unchanged.
    package let migrate: @Sendable (Database) throws -> Void

    package init(_ name: String, migrate: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.migrate = migrate
    }

    package init(_ name: String, sql: String) {
        self.init(name) { try $0.execute(sql: sql) }
    }
}
