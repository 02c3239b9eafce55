/// A step from one layout of the database to the next.
struct SQLMigration: Sendable {
    /// Identifies the step in the database.
    let name: String
    let run: @Sendable (any SQLTransaction) throws -> Void
}
