public import MarqueeWire
import PlatformStore

extension Reports {
    /// Installs that sent events, the latest first.
    /// - Parameters:
    ///   - scope: the app and stream they sent for.
    ///   - limit: 1 to 1000; other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``.
    public func installs(scope: Scope, limit: Int = 100) async throws -> [InstallRecord] {
        try await reader.answer { (connection) throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT install.id, first_seen, last_seen, sdk, release, events FROM install JOIN term ON term.id = scope
                WHERE term.text = ? ORDER BY last_seen DESC, install.id LIMIT ?
                """)
            select.bind(1, scope.description)
            select.bind(2, Int64(min(max(limit, 1), 1000)))
            var records: [InstallRecord] = []
            while try select.step() { records.append(InstallRecord(select)) }
            return records
        }
    }

    /// One install; `nil` for an id that has sent nothing.
    /// - Throws: ``PlatformStore/StoreError``.
    public func install(_ id: String, scope: Scope) async throws -> InstallRecord? {
        try await reader.answer { (connection) throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT id, first_seen, last_seen, sdk, release, events FROM install
                WHERE scope = (SELECT id FROM term WHERE text = ?) AND id = ?
                """)
            select.bind(1, scope.description)
            select.bind(2, id)
            return try select.step() ? InstallRecord(select) : nil
        }
    }

    /// When the first event of an app and stream arrived; `nil` before it did.
    ///
    /// Stays when the event itself is removed.
    /// - Throws: ``PlatformStore/StoreError``.
    public func firstEvent(scope: Scope) async throws -> Timestamp? {
        try await reader.answer { (connection) throws(StoreError) in
            let select = try connection.prepare(
                "SELECT MIN(first_seen) FROM install WHERE events > 0 AND scope = (SELECT id FROM term WHERE text = ?)")
            select.bind(1, scope.description)
            guard try select.step(), !select.isNull(0) else { return nil }
            return Timestamp(milliseconds: select.integer(0))
        }
    }
}

extension InstallRecord {
    /// Reads a row: id, first and last seen, SDK, release, events.
    fileprivate init(_ row: SQLiteStatement) {
        self.init(
            id: row.text(0), firstSeen: Timestamp(milliseconds: row.integer(1)),
            lastSeen: Timestamp(milliseconds: row.integer(2)), sdk: row.text(3),
            release: row.isNull(4) ? nil : Int(row.integer(4)), events: Int(row.integer(5)))
    }
}
