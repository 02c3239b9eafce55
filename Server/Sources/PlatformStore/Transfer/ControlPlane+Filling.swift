package import Foundation
package import MarqueeWire

extension ControlPlane {
    /// Fills a PostgreSQL database that is empty, or that the same source began to fill earlier.
    ///
    /// No server uses the database before `body` has returned. One command at a time fills a database.
    /// - Parameters:
    ///   - address: a PostgreSQL database.
    ///   - source: where the rows come from, for people and to recognise an earlier attempt.
    ///   - layout: the layout of the rows.
    ///   - continues: whether what an attempt has stored stays for the next one; otherwise each attempt finds an empty
    ///     database, and one that fails leaves an empty database.
    ///   - body: stores the rows.
    /// - Throws: `alreadyExists` for a database with content, `invalid` for one that another source began to fill.
    package static func filling<Value: Sendable>(
        _ address: DatabaseAddress, from source: String, layout: Int = currentLayout, continues: Bool,
        _ body: @Sendable (ControlPlane) async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        guard let text = address.text else {
            throw StoreError(.invalid, "only a PostgreSQL database can be filled in this way")
        }
        let database = try PostgresDatabase(text)
        return try await database.withLock("filling") { () async throws(StoreError) in
            try await begin(database, address, from: source, continues: continues)
            do throws(StoreError) {
                try await database.migrate(Array(PlatformSchema.migrations.prefix(layout)))
                let value = try await body(try ControlPlane(engine: database, layout: layout))
                try await UnfinishedCopy.end(in: database)
                return value
            } catch {
                if !continues { try? await UnfinishedCopy.removeAll(in: database) }
                throw error
            }
        }
    }

    private static func begin(
        _ database: PostgresDatabase, _ address: DatabaseAddress, from source: String, continues: Bool
    ) async throws(StoreError) {
        if let known = try await UnfinishedCopy.source(in: database) {
            guard known == source else {
                throw StoreError(.invalid, "\(address) is being filled from \(known), not from \(source)")
            }
            if continues { return }
            try await UnfinishedCopy.removeAll(in: database)
        }
        // Tables of any program: after an error this one would drop those that have the names of its own.
        let tables = try await database.read { db in
            try db.count("SELECT COUNT(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()")
        }
        guard tables == 0 else {
            throw StoreError(
                .alreadyExists,
                "\(address) is used already: name an empty database, or drop this one and create it again")
        }
        try await UnfinishedCopy.begin(source, in: database)
    }

    /// Removes all rows from PostgreSQL, so that the tables can be filled from the beginning.
    ///
    /// Deleting row by row can take longer than a statement may.
    package func clear() async throws(StoreError) {
        try await engine.write { [tables] db in
            try db.script("TRUNCATE \(tables.map { "\"\($0.name)\"" }.joined(separator: ", ")) CASCADE")
        }
    }

    /// The place for private keys in a shared database, emptied: sealed with the key of a data directory, which is made
    /// if it is missing.
    package func sharedKeys(in folder: URL) async throws(StoreError) -> any KeyStore {
        let keys = folder.appending(path: "keys")
        try PrivateFile.makeFolder(keys)
        let sealing = SealingKey(in: keys)
        try await sealing.agree(with: engine)
        try await engine.write { _ = try $0.execute("DELETE FROM signing_key") }
        return SQLKeyStore(
            database: PlatformDatabase(engine: engine, now: { Timestamp(Date()) }), sealing: sealing)
    }

    /// The keys that are sealed in a shared database; nothing is changed.
    /// - Throws: `invalid` when another key than the data directory's seals them.
    package func sealedKeys(in folder: URL) async throws(StoreError) -> any KeyStore {
        let sealing = SealingKey(in: folder.appending(path: "keys"))
        return SQLKeyStore(
            database: PlatformDatabase(engine: engine, now: { Timestamp(Date()) }), sealing: sealing)
    }

    /// The place for objects, which the database remembers from now on; the folder unless it is a bucket.
    package func sharedObjects(_ address: ObjectsAddress, in folder: URL) async throws(StoreError) -> any ObjectStore {
        if let place = address.place, try await engine.fact(.objects, orSet: place) != place {
            throw StoreError(.invalid, "the objects of this database are in another place than \(address)")
        }
        return BlobObjectStore(blobs: try address.open(in: folder).objects)
    }

    /// Keeps other processes from writing to the SQLite file of a data directory, for the life of what is returned;
    /// commands write to it also while no server runs. Everybody can go on reading.
    package static func holdWriters(in folder: URL) throws(StoreError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: DatabaseAddress.file(in: folder).path)
        try connection.execute("BEGIN IMMEDIATE")
        return connection
    }

    /// Lets the database remember the same bucket as another one.
    package func keepObjects(of source: ControlPlane) async throws(StoreError) {
        if let place = try await source.engine.fact(.objects) { _ = try await engine.fact(.objects, orSet: place) }
    }

    /// The signing keys that a data directory keeps in files, by app and role.
    package func signingKeys(
        in folder: URL
    ) async throws(StoreError) -> [(app: String, role: DocumentType, key: SigningKey)] {
        let database = PlatformDatabase(engine: engine, now: { Timestamp(Date()) })
        let files = try KeyFolder(at: folder.appending(path: "keys"), audit: SQLAuditLog(database: database))
        var keys: [(app: String, role: DocumentType, key: SigningKey)] = []
        for app in try await SQLAppStore(database: database).apps() {
            for role in DocumentType.allCases {
                for key in try await files.signingKeys(app: app.id, role: role) { keys.append((app.id, role, key)) }
            }
        }
        return keys
    }

    /// Copies the rows that are missing here, in bounded transactions.
    ///
    /// Rows are copied in the order of their keys, so the last key that is here says where an earlier attempt ended.
    /// - Parameters:
    ///   - source: a database of the same layout that nobody writes to.
    ///   - progress: receives the table's name and the rows copied by this call.
    package func continueCopy(
        of source: ControlPlane, progress: @Sendable (String, Int) -> Void
    ) async throws(StoreError) {
        for table in tables {
            let rows = TableRows(table)
            var (last, done) = (try await engine.read { try rows.lastKey($0) }, 0)
            while true {
                let key = last
                let page = try await source.engine.read { try rows.next(after: key, $0) }
                guard let final = page.last else { break }
                try await engine.write { try rows.insert(page, $0) }
                last = rows.key(of: final)
                done += page.count
                progress(table.name, done)
            }
        }
    }
}
