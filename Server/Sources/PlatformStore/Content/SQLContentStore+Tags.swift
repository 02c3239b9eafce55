import GRDB
import MarqueeWire

/// The vocabulary of tags, and the times that schedules name.
extension SQLContentStore {
    func tagUsage(app: String) async throws(StoreError) -> TagUsage {
        try await database.read { db in
            let released = try db.count("SELECT COUNT(*) FROM article WHERE app = ? AND is_draft = FALSE", [app])
            var counts: [TagName: Int] = [:]
            for row in try db.rows(
                "SELECT tag, COUNT(*) AS articles FROM article_tag WHERE app = ? GROUP BY tag", [app])
            {
                counts[TagName(row["tag"])] = row["articles"]
            }
            // Drafts are few: counting them apart is a hundred times as fast as looking each article up.
            let drafts = try db.rows(
                """
                SELECT tag, COUNT(*) AS drafts FROM article a CROSS JOIN article_tag t
                WHERE a.app = ? AND a.is_draft = TRUE AND t.app = a.app AND t.hub = a.hub AND t.article = a.id GROUP BY tag
                """, [app])
            for row in drafts { counts[TagName(row["tag"]), default: 0] -= row["drafts"] as Int }
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
                SELECT embargo AS due FROM article WHERE app = ? AND is_draft = FALSE
                UNION ALL SELECT expires FROM article WHERE app = ? AND is_draft = FALSE) AS schedule WHERE due > ?
                """, [app, app, time.milliseconds])?.time("due")
        }
    }

    /// The table is one of three fixed words.
    private static func rename(
        _ old: TagName, to new: TagName, in table: String, _ app: String, _ now: Timestamp, _ db: Database
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
            let names: StatementArguments = table == "hub" ? [row["id"]] : [row["place"], row["id"]]
            let time =
                table == "article"
                ? ", modified = \(now.milliseconds), listed = COALESCE(published, \(now.milliseconds))" : ""
            try db.execute(
                sql: "UPDATE \(table) SET tags = ?, version = version + 1\(time) WHERE app = ? AND \(key)",
                arguments: [try StoredJSON.text(renamed.map(\.text)), app] + names)
            if table == "article" {
                try db.setTags(renamed.map(\.text), of: row["id"], hub: row["place"], app: app)
            }
            changed += 1
        }
        return changed
    }
}
