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
            while try select.step() {
                records.append(
                    InstallRecord(
                        id: select.text(0), firstSeen: Timestamp(milliseconds: select.integer(1)),
                        lastSeen: Timestamp(milliseconds: select.integer(2)), sdk: select.text(3),
                        release: select.isNull(4) ? nil : Int(select.integer(4)), events: Int(select.integer(5))))
            }
            return records
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
