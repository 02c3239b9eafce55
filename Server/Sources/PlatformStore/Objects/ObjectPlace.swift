/// Keeps a database to one store of objects: with another one, its releases would lose their pages.
enum ObjectPlace {
    /// Compares the place of objects with the one that the database remembers, which is the first bucket it was used
    /// with.
    /// - Parameter place: `nil` for the folder.
    /// - Throws: `invalid` when it is another one, or when the database has content whose objects are in a folder.
    static func require(_ place: String?, in database: PlatformDatabase) async throws(StoreError) {
        let known = try await database.write { db -> String? in
            let rows: [String] = try db.column("SELECT place FROM object_place")
            guard rows.isEmpty, let place else { return rows.first }
            let used = try db.count("SELECT COUNT(*) FROM release") + db.count("SELECT COUNT(*) FROM asset")
            guard used == 0 else {
                throw StoreError(
                    .invalid,
                    "the objects of this database are in a folder: start without --objects, or with a new database")
            }
            try db.execute("INSERT INTO object_place (place) VALUES (?)", [place])
            return place
        }
        guard let known, known != place else { return }
        throw StoreError(.invalid, "the objects of this database are in \(known): name that place with --objects")
    }
}
