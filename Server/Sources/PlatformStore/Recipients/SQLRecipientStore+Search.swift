import MarqueeWire

/// What a person who looks for recipients asks.
extension SQLRecipientStore {
    func recipients(with values: [String: String], in list: Int64, app: String, limit: Int) async throws(StoreError)
        -> [RecipientRecord]
    {
        try await database.read { db in
            let list = try db.recipientList(list, app: app)
            let wanted = try list.wanted(values)
            guard !wanted.isEmpty else { return [] }
            let limit = min(max(limit, 1), 1000)
            var found: [RecipientRecord] = []
            var search = try db.search(for: wanted, in: list)
            while found.count < limit, let rows = try search.nextPage(db) {
                let matching = rows.filter { row in
                    row.removed == nil && wanted.allSatisfy { $0.isMet(by: row.cells) }
                }
                found += matching.map { $0.record(list.columns) }
            }
            return Array(found.prefix(limit))
        }
    }

    func contactLists(of recipient: Int64, in list: Int64, app: String) async throws(StoreError) -> [Int64] {
        try await database.read { db in
            _ = try db.recipientList(list, app: app)
            return try db.column(
                """
                SELECT c.list FROM contact c JOIN recipient_list l ON l.id = c.list
                WHERE c.recipient = ? AND l.parent = ? AND l.removed IS NULL ORDER BY c.list
                """, [recipient, list])
        }
    }
}
