import MarqueeWire

struct SQLFeedSourceStore: FeedSourceStore {
    let database: PlatformDatabase

    func sources(app: String) async throws(StoreError) -> [FeedSourceRecord] {
        try await database.read { db in
            try db.rows("SELECT * FROM feed_source WHERE app = ? ORDER BY id", [app]).map { try db.feedSource($0) }
        }
    }

    func source(_ id: String, app: String) async throws(StoreError) -> FeedSourceRecord? {
        try await database.read { try $0.feedSource(id, app: app) }
    }

    func create(_ source: FeedSourceRecord, by who: String) async throws(StoreError) -> FeedSourceRecord {
        try ContentRules.check(id: source.id, of: "a content source")
        try Self.check(source)
        let now = database.now()
        return try await database.write { db in
            try db.execute(
                """
                INSERT INTO feed_source (app, id, hub, kind, location, interval_seconds, next_run, channel,
                publishes, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
                """,
                [
                    source.app, source.id, source.hub, source.kind.rawValue, source.location, source.intervalSeconds,
                    source.intervalSeconds.map { _ in now.milliseconds }, source.channel, source.publishes,
                ])
            try db.audit("feed.create", source.id, detail: source.shownLocation, app: source.app, by: who, at: now)
            return try db.existingFeedSource(source)
        }
    }

    func update(_ source: FeedSourceRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> FeedSourceRecord
    {
        try Self.check(source)
        let now = database.now()
        return try await database.write { db in
            let changed = try db.execute(
                """
                UPDATE feed_source SET hub = ?, kind = ?, location = ?, interval_seconds = ?, next_run = ?,
                channel = ?, publishes = ?, version = version + 1 WHERE app = ? AND id = ? AND version = ?
                """,
                [
                    source.hub, source.kind.rawValue, source.location, source.intervalSeconds,
                    source.intervalSeconds.map { _ in now.milliseconds }, source.channel, source.publishes,
                    source.app, source.id, expectedVersion,
                ])
            try db.require(
                changed: changed, "content source \(source.id)", expected: expectedVersion,
                current: try db.feedSource(source.id, app: source.app)?.version)
            try db.audit("feed.update", source.id, detail: source.shownLocation, app: source.app, by: who, at: now)
            return try db.existingFeedSource(source)
        }
    }

    func remove(_ id: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let changed = try db.execute("DELETE FROM feed_source WHERE app = ? AND id = ?", [app, id])
            guard changed == 1 else { throw StoreError(.notFound, "there is no content source \(id)") }
            try db.audit("feed.remove", id, app: app, by: who, at: now)
        }
    }

    func claimDue(at now: Timestamp) async throws(StoreError) -> FeedSourceRecord? {
        try await database.write { db in
            let due = try db.row(
                "SELECT * FROM feed_source WHERE next_run <= ? ORDER BY next_run, app, id LIMIT 1", [now]
            ).map { try db.feedSource($0) }
            if let due { try db.setNextRun(of: due, from: now) }
            return due
        }
    }

    func claim(_ source: FeedSourceRecord, at now: Timestamp) async throws(StoreError) {
        try await database.write { try $0.setNextRun(of: source, from: now) }
    }

    func record(_ run: FeedRun, of id: String, app: String) async throws(StoreError) {
        let kept = FeedRun(
            started: run.started, finished: run.finished, failure: run.failure, added: run.added, changed: run.changed,
            unchanged: run.unchanged, removed: run.removed, problems: Array(run.problems.prefix(1000)))
        try await database.write { db in
            try db.execute(
                "INSERT INTO feed_run (id, app, source, run) VALUES (?, ?, ?, ?)",
                [TimedID.make(at: kept.started), app, id, try StoredJSON.text(kept)])
            try db.execute(
                """
                DELETE FROM feed_run WHERE app = ? AND source = ? AND id NOT IN
                (SELECT id FROM feed_run WHERE app = ? AND source = ? ORDER BY id DESC LIMIT 100)
                """, [app, id, app, id])
        }
    }

    func runs(of id: String, app: String, limit: Int) async throws(StoreError) -> [FeedRun] {
        try await database.read { try $0.feedRuns(of: id, app: app, limit: limit) }
    }

    private static func check(_ source: FeedSourceRecord) throws(StoreError) {
        guard (1...2048).contains(source.location.utf8.count) else {
            throw StoreError(.invalid, "a content source's location has 1 to 2048 bytes")
        }
        guard source.intervalSeconds ?? 60 >= 60 else {
            throw StoreError(.invalid, "a content source is read once a minute at most")
        }
    }
}

extension SQLTransaction {
    /// A source without an interval gets no next time.
    fileprivate func setNextRun(of source: FeedSourceRecord, from now: Timestamp) throws {
        try execute(
            """
            UPDATE feed_source SET next_run = ? + interval_seconds * 1000
            WHERE app = ? AND id = ? AND interval_seconds IS NOT NULL
            """, [now, source.app, source.id])
    }

    fileprivate func feedSource(_ id: String, app: String) throws -> FeedSourceRecord? {
        try row("SELECT * FROM feed_source WHERE app = ? AND id = ?", [app, id]).map { try feedSource($0) }
    }

    fileprivate func existingFeedSource(_ source: FeedSourceRecord) throws -> FeedSourceRecord {
        guard let found = try feedSource(source.id, app: source.app) else {
            throw StoreError(.notFound, "there is no content source \(source.id)")
        }
        return found
    }

    fileprivate func feedSource(_ row: SQLRow) throws -> FeedSourceRecord {
        let (id, app): (String, String) = try (row["id"], row["app"])
        return try FeedSourceRecord(
            id: id, app: app, hub: row["hub"], channel: row["channel"],
            kind: FeedSourceRecord.Kind(rawValue: row["kind"]) ?? .automatic,
            location: row["location"], intervalSeconds: row["interval_seconds"], publishes: row["publishes"],
            version: row["version"],
            lastRun: feedRuns(of: id, app: app, limit: 1).first)
    }

    fileprivate func feedRuns(of id: String, app: String, limit: Int) throws -> [FeedRun] {
        try rows(
            "SELECT run FROM feed_run WHERE app = ? AND source = ? ORDER BY id DESC LIMIT ?",
            [app, id, min(max(limit, 1), 100)]
        )
        .map { try $0.json("run", as: FeedRun.self) }
    }
}
