import MarqueeWire

/// The vocabulary of tags.
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
            // Drafts are few: counting them separately is a hundred times as fast as reading each article.
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

    func renameTags(_ old: [String], to new: String, app: String, by who: String) async throws(StoreError) -> Int {
        guard (1...256).contains(new.utf8.count), !new.utf8.contains(0),
            !old.map({ TagName($0) }).contains(TagName(new))
        else {
            throw StoreError(
                .invalid, "a tag has 1 to 256 bytes and no zero byte, and its new spelling differs from the old one")
        }
        let now = database.now()
        return try await database.write { db in
            var changed = 0
            for tag in old {
                var edits = 0
                for table in ["hub", "channel", "article"] {
                    edits += try Self.rename(TagName(tag), to: TagName(new), in: table, app, who, now, db)
                }
                guard edits > 0 else { throw StoreError(.notFound, "nothing carries the tag \"\(tag.prefix(80))\"") }
                try db.audit("tag.rename", tag, detail: "\(new), \(edits) changed", app: app, by: who, at: now)
                changed += edits
            }
            return changed
        }
    }

    /// What a renamed tag changes of an article besides its tags. A schedule goes on.
    private static let marks =
        ", modified = ?, listed = COALESCE(published, ?), saved_by = ?, saved_as = 'tag', is_scheduled = ?"

    /// The table is one of three fixed words.
    private static func rename(
        _ old: TagName, to new: TagName, in table: String, _ app: String, _ who: String, _ now: Timestamp,
        _ db: any SQLTransaction
    ) throws -> Int {
        let place = table == "hub" ? "id AS place" : "hub AS place"
        var changed = 0
        let isArticle = table == "article"
        let columns = "id, \(place), tags, version\(isArticle ? ", embargo, is_draft" : "")"
        for row in try db.rows("SELECT \(columns) FROM \(table) WHERE app = ?", [app]) {
            let tags = try row.json("tags", as: [String].self).map { TagName($0) }
            guard tags.contains(old) else { continue }
            var seen: Set<TagName> = []
            let renamed = tags.map { $0 == old ? new : $0 }.filter { seen.insert($0).inserted }
            let key = table == "hub" ? "id = ?" : "hub = ? AND id = ?"
            let (id, place): (String, String) = try (row["id"], row["place"])
            var marks: [(any SQLBindable)?] = []
            if isArticle {
                let version: Int = try row["version"]
                try db.keepVersion(of: id, hub: place, version: version, app: app)
                let schedule = ArticleSchedule(embargo: try row["embargo"], isDraft: try row["is_draft"])
                marks = [
                    now, now, who,
                    try db.isScheduled(schedule, after: version, of: id, hub: place, app, at: now),
                ]
            }
            try db.execute(
                """
                UPDATE \(table) SET tags = ?, version = version + 1
                \(isArticle ? Self.marks : "")
                WHERE app = ? AND \(key)
                """,
                [try StoredJSON.text(renamed.map(\.text))] + marks + [app] + (table == "hub" ? [id] : [place, id]))
            if isArticle { try db.setTags(renamed.map(\.text), of: id, hub: place, app: app) }
            changed += 1
        }
        return changed
    }
}
