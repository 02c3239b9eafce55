/// Keeps a database to one store of objects: with another one, its releases would lose their pages.
enum ObjectPlace {
    /// Compares the place of objects with the one that the database remembers, which is the first bucket it was used
    /// with.
    /// - Parameter place: `nil` for the folder.
    /// - Throws: `invalid` when it is another one, or when the database has content whose objects are in a folder.
    static func require(_ place: String?, in database: any SQLDatabase) async throws(StoreError) {
        var known = try await database.fact(.objects)
        if known == nil, let place {
            let used = try await database.read { db in
                try db.count("SELECT COUNT(*) FROM release") + db.count("SELECT COUNT(*) FROM asset")
            }
            guard used == 0 else {
                throw StoreError(
                    .invalid,
                    "the objects of this database are in a folder: start without --objects, or with a new database")
            }
            known = try await database.fact(.objects, orSet: place)
        }
        guard let known, known != place else { return }
        throw StoreError(.invalid, "the objects of this database are in \(known): name that place with --objects")
    }
}
