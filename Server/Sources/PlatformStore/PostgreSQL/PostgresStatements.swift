import CPostgres

/// The statements that a server keeps prepared for one connection, at most ``limit`` of them.
struct PostgresStatements {
    /// A statement by its portable text and the types of its values.
    struct Key: Hashable {
        let sql: String
        let types: [Oid]
    }

    final class Statement {
        let name: String
        /// The names of the result's columns, once it has run.
        var columns: SQLColumns?
        fileprivate var latestUse = 0

        fileprivate init(name: String) {
            self.name = name
        }
    }

    let limit: Int
    private var statements: [Key: Statement] = [:]
    private var uses = 0
    private var names = 0

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { statements.count }

    /// The prepared statement, if there is one.
    mutating func find(_ key: Key) -> Statement? {
        guard let statement = statements[key] else { return nil }
        uses += 1
        statement.latestUse = uses
        return statement
    }

    /// Removes the statement that was not used for the longest time, if there is no room for another.
    mutating func makeRoom() -> Statement? {
        guard statements.count >= limit else { return nil }
        guard let oldest = statements.min(by: { $0.value.latestUse < $1.value.latestUse }) else { return nil }
        return statements.removeValue(forKey: oldest.key)
    }

    /// A name that no statement of this connection has had.
    mutating func makeName() -> String {
        names += 1
        return "s\(names)"
    }

    mutating func add(_ key: Key, named name: String) -> Statement {
        let statement = Statement(name: name)
        uses += 1
        statement.latestUse = uses
        statements[key] = statement
        return statement
    }

    mutating func removeAll() {
        statements = [:]
    }
}
