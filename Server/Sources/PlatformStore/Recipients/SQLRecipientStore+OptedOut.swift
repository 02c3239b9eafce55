import MarqueeWire

extension SQLRecipientStore {
    /// The ids of one statement.
    private static let idsAtOnce = 500

    func optedOut(among ids: Set<Int64>, app: String) async throws(StoreError) -> [Int64: Timestamp] {
        let all = ids.sorted()
        guard !all.isEmpty else { return [:] }
        return try await database.read { db in
            var found: [Int64: Timestamp] = [:]
            for start in stride(from: 0, to: all.count, by: Self.idsAtOnce) {
                let some = all[start..<min(start + Self.idsAtOnce, all.count)]
                let places = some.map { _ in "?" }.joined(separator: ", ")
                let rows = try db.rows(
                    """
                    SELECT r.id, r.opted_out FROM recipient r JOIN recipient_list l ON l.id = r.list
                    WHERE l.app = ? AND r.opted_out IS NOT NULL AND r.id IN (\(places))
                    """, [app] + some.map { $0 })
                for row in rows { found[try row["id"]] = try row["opted_out"] }
            }
            return found
        }
    }
}
