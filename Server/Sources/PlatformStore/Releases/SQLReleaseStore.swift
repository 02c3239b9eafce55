import MarqueeWire

struct SQLReleaseStore: ReleaseStore {
    let database: PlatformDatabase

    func latest(_ scope: Scope) async throws(StoreError) -> ReleaseRecord? {
        try await history(scope, before: nil, limit: 1).first
    }

    func release(_ version: Int, of scope: Scope) async throws(StoreError) -> ReleaseRecord? {
        try await database.read { db in
            try db.row(
                "SELECT * FROM release WHERE app = ? AND stream = ? AND version = ?",
                [scope.app, scope.stream, version]
            ).map { try ReleaseRecord(row: $0, scope: scope) }
        }
    }

    func history(_ scope: Scope, before version: Int?, limit: Int) async throws(StoreError) -> [ReleaseRecord] {
        try await database.read { db in
            try db.rows(
                "SELECT * FROM release WHERE app = ? AND stream = ? AND version < ? ORDER BY version DESC LIMIT ?",
                [scope.app, scope.stream, version ?? Int.max, min(max(limit, 1), 1000)]
            ).map { try ReleaseRecord(row: $0, scope: scope) }
        }
    }

    func scopes() async throws(StoreError) -> [Scope] {
        try await database.read { db in
            try db.rows("SELECT DISTINCT app, stream FROM document WHERE type = 'fresh' ORDER BY app, stream")
                .map { try Scope(app: try $0["app"], stream: try $0["stream"]) }
        }
    }

    func publish(_ release: ReleaseRecord, fresh: SignedDocument, freshVersion: Int, live: [LiveArticle]?)
        async throws(StoreError)
    {
        let now = database.now()
        try await database.write { db in
            let scope = release.scope
            let latest = try db.count(
                "SELECT COALESCE(MAX(version), 0) FROM release WHERE app = ? AND stream = ?", [scope.app, scope.stream])
            guard release.version == latest + 1 else {
                throw StoreError(
                    .versionConflict, "release \(release.version) does not follow release \(latest) of \(scope)")
            }
            try db.execute(
                """
                INSERT INTO release (app, stream, version, issued, note, who, sha256, length, manifests, restores)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    scope.app, scope.stream, release.version, release.issued, release.note, release.who,
                    release.document.sha256.hex, release.document.length, try StoredJSON.text(release.manifests),
                    release.restores,
                ])
            try Self.append(fresh, version: freshVersion, scope: scope, at: now, db)
            let change = try live.map {
                try db.setLive(
                    $0, from: release.version, since: release.issued, by: release.who, in: scope,
                    isRollback: release.restores != nil)
            }
            let detail = try change?.detail(note: release.note, app: scope.app, db) ?? release.note
            try db.audit(
                "release.publish", "\(scope) \(release.version)", detail: detail, app: scope.app, by: release.who,
                at: now)
        }
    }

    func appendFresh(_ document: SignedDocument, version: Int, scope: Scope, by who: String) async throws(StoreError) {
        try await append(document, version: version, scope: scope, type: .fresh, by: who)
    }

    func fresh(_ scope: Scope) async throws(StoreError) -> StoredDocument? {
        try await document(.fresh, scope.app, scope.stream, version: nil)
    }

    func fresh(_ version: Int, of scope: Scope) async throws(StoreError) -> StoredDocument? {
        try await document(.fresh, scope.app, scope.stream, version: version)
    }

    func appendRoot(_ document: SignedDocument, version: Int, app: String, by who: String) async throws(StoreError) {
        try await append(document, version: version, scope: try Self.rootScope(app), type: .root, by: who)
    }

    func root(_ version: Int, app: String) async throws(StoreError) -> StoredDocument? {
        try await document(.root, app, Root.everyStream, version: version)
    }

    func latestRoot(app: String) async throws(StoreError) -> StoredDocument? {
        try await document(.root, app, Root.everyStream, version: nil)
    }

    private static func rootScope(_ app: String) throws(StoreError) -> Scope {
        do { return try Scope(app: app, stream: Root.everyStream) } catch { throw StoreError(.invalid, error.message) }
    }

    private func append(_ document: SignedDocument, version: Int, scope: Scope, type: DocumentType, by who: String)
        async throws(StoreError)
    {
        guard document.type == type else {
            throw StoreError(.invalid, "a \(document.type.rawValue) is not a \(type.rawValue)")
        }
        let now = database.now()
        try await database.write { db in
            try Self.append(document, version: version, scope: scope, at: now, db)
            try db.audit("\(type.rawValue).publish", "\(scope) \(version)", app: scope.app, by: who, at: now)
        }
    }

    private static func append(
        _ document: SignedDocument, version: Int, scope: Scope, at time: Timestamp, _ db: any SQLTransaction
    ) throws {
        let latest = try db.count(
            "SELECT COALESCE(MAX(version), 0) FROM document WHERE type = ? AND app = ? AND stream = ?",
            [document.type.rawValue, scope.app, scope.stream])
        guard version == latest + 1 else {
            throw StoreError(
                .versionConflict, "\(document.type.rawValue) \(version) does not follow \(latest) of \(scope)")
        }
        try db.execute(
            "INSERT INTO document (type, app, stream, version, stored, bytes) VALUES (?, ?, ?, ?, ?, ?)",
            [
                document.type.rawValue, scope.app, scope.stream, version, time, document.encoded(),
            ])
    }

    private func document(_ type: DocumentType, _ app: String, _ stream: String, version: Int?)
        async throws(StoreError) -> StoredDocument?
    {
        try await database.read { db in
            try db.row(
                """
                SELECT * FROM document WHERE type = ? AND app = ? AND stream = ? \(version == nil ? "" : "AND version = ?")
                ORDER BY version DESC LIMIT 1
                """, [type.rawValue, app, stream] + (version.map { [$0] } ?? [])
            ).map {
                try StoredDocument(
                    version: $0["version"], stored: $0["stored"], bytes: $0["bytes"])
            }
        }
    }
}

extension ReleaseRecord {
    fileprivate init(row: SQLRow, scope: Scope) throws {
        try self.init(
            scope: scope, version: row["version"], issued: row["issued"], note: row["note"],
            who: row["who"], document: row.object(),
            manifests: row.json("manifests", as: [ManifestReference].self), restores: row["restores"])
    }
}
