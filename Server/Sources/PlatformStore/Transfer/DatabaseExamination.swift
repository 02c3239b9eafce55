package import Foundation
package import MarqueeWire

/// What a look at the control plane's database found; nothing is changed.
package struct DatabaseExamination: Sendable {
    /// Whether the file is what SQLite wrote.
    package enum Integrity: Sendable, Equatable {
        case sound
        case damaged(String)
        /// A check would take too long.
        case tooLarge
        /// PostgreSQL has tools of its own.
        case ofServer
    }

    /// Engine, version and place.
    package let engine: String
    /// How many migrations have run.
    package let layout: Int
    package let integrity: Integrity
    /// The time by the database's clock; `nil` when it is this machine's.
    package let clock: Timestamp?

    /// - Throws: `notFound` without a database, `unavailable` or `storage` when it cannot be reached, `damaged`.
    package init(of address: DatabaseAddress, in folder: URL) async throws(StoreError) {
        guard let text = address.text else {
            let file = DatabaseAddress.file(in: folder)
            self = try await BlockingWork.run { () throws(StoreError) in try DatabaseExamination(file: file) }
            return
        }
        let database = try PostgresDatabase(text)
        try await UnfinishedCopy.refuse(database, named: "\(address)")
        engine = "\(address), version \(try await database.version())"
        let names = try await database.migrationNames()
        layout = names.isSubset(of: PlatformSchema.migrations.map(\.name)) ? names.count : Int.max
        integrity = .ofServer
        clock = try await database.read { db in
            try db.row("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS time").map {
                try $0["time"] as Timestamp
            }
        }
    }

    private init(file: URL) throws(StoreError) {
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw StoreError(.notFound, "\(file.path) does not exist: name the database with --database")
        }
        let connection = try SQLiteConnection(path: file.path)
        let version = try connection.prepare("SELECT sqlite_version()")
        engine = "SQLite \(try version.step() ? version.text(0) : ""), \(file.path)"
        layout = Int(try connection.layout(upTo: .max))
        clock = nil
        integrity = try SQLiteFile.integrity(of: file)
    }
}

extension SQLiteFile {
    private static let largestChecked = 1 << 30

    /// Whether an existing database is what SQLite wrote.
    package static func integrity(of file: URL) throws(StoreError) -> DatabaseExamination.Integrity {
        let size = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int ?? 0
        guard size <= largestChecked else { return .tooLarge }
        let check = try SQLiteConnection(path: file.path).prepare("PRAGMA quick_check(1)")
        let answer = try check.step() ? check.text(0) : ""
        return answer == "ok" ? .sound : .damaged(answer)
    }
}
