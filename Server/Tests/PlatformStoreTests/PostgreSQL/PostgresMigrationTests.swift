import TestPostgres
import Testing

@testable import PlatformStore

/// The control plane's tables in PostgreSQL.
@Suite(.timeLimit(.minutes(10))) struct PostgresMigrationTests {
    private static let columns = """
        SELECT c.relname AS name, a.attname AS col, format_type(a.atttypid, NULL) AS type, l.collname AS collation
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_collation l ON l.oid = a.attcollation
        WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
        """

    @Test func `every migration runs, and every column has a type that values are kept in`() async throws {
        let database = try PostgresDatabase(try TestPostgres.shared.makeDatabase())
        for migration in PlatformSchema.migrations { try await database.write { try migration.run($0) } }
        let columns = try await database.read { try $0.rows(Self.columns) }
        #expect(columns.count > 100)
        for column in columns {
            let (table, name) = (try column["name"] as String, try column["col"] as String)
            let (type, collation) = (try column["type"] as String, try column["collation"] as String?)
            #expect(["bigint", "text", "bytea"].contains(type), "\(table).\(name) is \(type)")
            #expect(collation == (type == "text" ? "C" : nil), "\(table).\(name) sorts by \(collation ?? "bytes")")
        }
    }
}
