/// Deletes the rows of lists and tables that were removed, in bounded transactions.
struct RemovedLists {
    private static let step = 5_000

    let database: PlatformDatabase

    /// Goes on with what an earlier call left, if a server ended meanwhile.
    func sweep() async throws(StoreError) {
        let ids: [Int64] = try await database.read {
            try $0.column("SELECT id FROM recipient_list WHERE removed IS NOT NULL ORDER BY id")
        }
        for id in ids {
            try await empty(id)
            try await database.write { db in
                try db.execute("DELETE FROM list_column WHERE list = ?", [id])
                try db.execute("DELETE FROM recipient_list WHERE id = ? AND removed IS NOT NULL", [id])
            }
        }
    }

    /// Deletes all rows of a list or table.
    func empty(_ id: Int64) async throws(StoreError) {
        for (table, key) in [
            ("contact", "list, recipient"), ("recipient_value", "list, number, value, recipient"),
            ("recipient_key", "list, number, value"), ("recipient", "list, id"), ("table_row", "list, key"),
        ] {
            var deleted = Self.step
            while deleted == Self.step {
                deleted = try await database.write { db in
                    try db.execute(
                        """
                        DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE list = ? LIMIT ?)
                        """, [id, Self.step])
                }
            }
        }
    }
}
