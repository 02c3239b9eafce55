import GRDB

extension LaneStore {
    /// The items that were stored last, with any status, newest first.
    package func newest(_ limit: Int) throws(MarqueeError) -> [StoredEvent] {
        try store.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT number, id, status, body, attempts, reason FROM item
                    WHERE number BETWEEN ? AND ? ORDER BY number DESC LIMIT ?
                    """,
                arguments: [numbers.first, numbers.last, max(0, limit)])
            return rows.compactMap(self.item)
        }
    }
}
