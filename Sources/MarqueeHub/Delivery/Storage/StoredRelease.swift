import Foundation
import GRDB
import MarqueeWire

/// Reads from a content file that is not trusted yet: checks its schema and its integrity, and reads its documents.
enum StoredRelease {
    static func documents(_ db: Database) throws -> ContentDatabase.Documents {
        try requireSchema(db)
        var roots: [Data] = []
        while let root = try document("root/\(roots.count + 1)", db) { roots.append(root) }
        guard let fresh = try document("fresh", db), let release = try document("release", db) else {
            throw WireError(.truncated, "signed documents are missing")
        }
        return ContentDatabase.Documents(roots: roots, fresh: fresh, release: release)
    }

    /// Checks the integrity of the database. This reads the whole file.
    static func requireSound(_ db: Database) throws {
        guard try String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"] else {
            throw WireError(.malformed, "the database file is damaged")
        }
    }

    private static func document(_ name: String, _ db: Database) throws -> Data? {
        try Data.fetchOne(
            db, sql: "SELECT bytes FROM document WHERE name = ? AND length(bytes) <= ?", arguments: [name, 1024 * 1024])
    }

    private static func requireSchema(_ db: Database) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Int(ContentDatabaseSchema.applicationID),
            try Int.fetchOne(db, sql: "PRAGMA user_version") == Int(ContentDatabaseSchema.version)
        else { throw WireError(.malformed, "the file is not a content database of this version") }
        let reference = try DatabaseQueue()
        let expected = try reference.write { reference in
            for statement in ContentDatabaseSchema.statements { try reference.execute(sql: statement) }
            return try schema(reference)
        }
        guard try schema(db) == expected else {
            throw WireError(.malformed, "the database does not have the schema of a content database")
        }
    }

    private static func schema(_ db: Database) throws -> Set<String> {
        Set(
            try String.fetchAll(
                db, sql: "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_master")
        )
    }
}
