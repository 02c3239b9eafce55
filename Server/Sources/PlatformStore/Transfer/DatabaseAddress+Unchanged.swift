package import Foundation

extension DatabaseAddress {
    /// Opens an existing database of the current layout, and changes nothing.
    ///
    /// An older layout belongs to an older program, which may be serving from it at this moment.
    /// - Throws: `notFound` without a database, `invalid` for another layout.
    func openUnchanged(in folder: URL) async throws(StoreError) -> any SQLDatabase {
        guard let text else {
            let file = Self.file(in: folder)
            return try await BlockingWork.run { () throws(StoreError) in
                guard FileManager.default.fileExists(atPath: file.path) else {
                    throw StoreError(.notFound, "\(folder.path) has no database of its own: name it with --database")
                }
                let known = Int64(PlatformSchema.migrations.count)
                let found = try SQLiteConnection(path: file.path).layout(upTo: known)
                try Self.require(layout: Int(found))
                return try SQLiteDatabase(at: file)
            }
        }
        let database = try PostgresDatabase(text)
        let names: Set<String> = try await database.migrationNames()
        guard names.isSubset(of: PlatformSchema.migrations.map(\.name)) else {
            throw StoreError(.invalid, "a later version of the program made the layout of \(self)")
        }
        try Self.require(layout: names.count)
        return database
    }

    /// Whether a PostgreSQL database has this program's tables and no command is filling it.
    package func isFilled() async throws(StoreError) -> Bool {
        guard let text else { return false }
        let database = try PostgresDatabase(text)
        guard try await UnfinishedCopy.source(in: database) == nil else { return false }
        return try await !database.migrationNames().isEmpty
    }

    /// Says in a data directory that its database is this one; a server adds the rest at its first start.
    package func writeNote(in folder: URL) throws(StoreError) {
        try PrivateFile.write(Data("\(self)\n".utf8), to: Self.note(in: folder))
    }

    /// Whether a file makes a folder a data directory, or belongs to one that does.
    package static func isPart(_ name: String) -> Bool {
        let folder = URL(filePath: "/")
        return [file(in: folder), note(in: folder)].contains { name.hasPrefix($0.lastPathComponent) }
    }

    private static func require(layout: Int) throws(StoreError) {
        guard layout == PlatformSchema.migrations.count else {
            throw StoreError(
                .invalid,
                "the database has the layout of an earlier version (\(layout), not \(PlatformSchema.migrations.count)): "
                    + "use that version's program, or start a server of this version once")
        }
    }
}

extension PostgresDatabase {
    /// The migrations that have run; none in an empty database.
    func migrationNames() async throws(StoreError) -> Set<String> {
        try await read { db in
            let known = try db.count(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'migration'"
            )
            return known == 0 ? [] : Set(try db.column("SELECT name FROM migration"))
        }
    }
}
