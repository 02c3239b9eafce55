import MarqueeWire

/// The vocabulary of tags, and the times that schedules name.
extension SQLContentStore {
    func tagUsage(app: String) async throws(StoreError) -> TagUsage {
        try await database.read { db in
            let released = try db.count("SELECT COUNT(*) FROM article WHERE app = ? AND is_draft = 0", [app])
            var counts: [TagName: Int] = [:]
            for row in try db.rows(
                "SELECT tag, COUNT(*) AS articles FROM article_tag WHERE app = ? GROUP BY tag", [app])
            {
                counts[TagName(try row["tag"])] = try row["articles"]
            }
            // Drafts are few: counting them apart is a hundred times as fast as looking each article up.
            let drafts = try db.rows(
                """
                SELECT tag, COUNT(*) AS drafts FROM article a CROSS JOIN article_tag t
                WHERE a.app = ? AND a.is_draft = 1 AND t.app = a.app AND t.hub = a.hub AND t.article = a.id GROUP BY tag
                """, [app])
            for row in drafts { counts[TagName(try row["tag"]), default: 0] -= try row["drafts"] as Int }
            counts = counts.filter { $0.value > 0 }
            return TagUsage(articles: released, counts: counts)
        }
    }

    func renameTag(_ old: String, to new: String, app: String, by who: String) async throws(StoreError) -> Int {
        guard (1...256).contains(new.utf8.count), !new.utf8.contains(0), TagName(new) != TagName(old) else {
            throw StoreError(
                .invalid, "a tag has 1 to 256 bytes and no zero byte, and its new spelling differs from the old one")
        }
        let now = database.now()
        return try await database.write { db in
            var changed = 0
            for table in ["hub", "channel", "article"] {
                changed += try Self.rename(TagName(old), to: TagName(new), in: table, app, now, db)
            }
            guard changed > 0 else { throw StoreError(.notFound, "nothing carries the tag \"\(old.prefix(80))\"") }
            try db.audit(
                "tag.rename", old, detail: "\(new), \(changed) changed", app: app, by: who, at: now)
            return changed
        }
    }

    func nextScheduledChange(app: String, after time: Timestamp) async throws(StoreError) -> Timestamp? {
        try await database.read { db in
            try db.row(
                """
                SELECT MIN(due) AS due FROM (
                SELECT embargo AS due FROM article WHERE app = ? AND is_draft = 0
                UNION ALL SELECT expires FROM article WHERE app = ? AND is_draft = 0) AS schedule WHERE due > ?
                """, [app, app, time])?["due"] ?? nil
        }
    }

    /// The table is one of three fixed words.
    private static func rename(
        _ old: TagName, to new: TagName, in table: String, _ app: String, _ now: Timestamp, _ db: any SQLTransaction
    )
        throws -> Int
    {
        let place = table == "hub" ? "id AS place" : "hub AS place"
        var changed = 0
        for row in try db.rows("SELECT id, \(place), tags FROM \(table) WHERE app = ?", [app]) {
            let tags = try row.json("tags", as: [String].self).map { TagName($0) }
            guard tags.contains(old) else { continue }
            var seen: Set<TagName> = []
            let renamed = tags.map { $0 == old ? new : $0 }.filter { seen.insert($0).inserted }
            let key = table == "hub" ? "id = ?" : "hub = ? AND id = ?"
            let (id, place): (String, String) = try (row["id"], row["place"])
            let isArticle = table == "article"
            try db.execute(
                """
                UPDATE \(table) SET tags = ?, version = version + 1
                \(isArticle ? ", modified = ?, listed = COALESCE(published, ?)" : "") WHERE app = ? AND \(key)
                """,
                [try StoredJSON.text(renamed.map(\.text))] + (isArticle ? [now, now] : []) + [app]
                    + (table == "hub" ? [id] : [place, id]))
            if isArticle { try db.setTags(renamed.map(\.text), of: id, hub: place, app: app) }
            changed += 1
        }
        return changed
    }
}
