import MarqueeWire

extension HubRecord {
    init(row: SQLRow) throws {
        try self.init(
            app: row["app"], id: row["id"], title: row["title"], summary: row["summary"],
            tags: row.json("tags", as: [String].self), language: row["language"], position: row["position"],
            version: row["version"])
    }
}

extension ChannelRecord {
    init(row: SQLRow) throws {
        try self.init(
            app: row["app"], hub: row["hub"], id: row["id"], title: row["title"], summary: row["summary"],
            tags: row.json("tags", as: [String].self), position: row["position"], version: row["version"])
    }
}

extension ArticleRecord {
    init(row: SQLRow) throws {
        var origin: ArticleOrigin?
        if let source: String = try row["import_source"] {
            origin = try ArticleOrigin(importSource: source, key: row["import_key"], hash: row["import_hash"])
        }
        guard let format = ArticleContent.Format(rawValue: try row["format"]) else {
            throw StoreError(.damaged, "article \(try row["id"] as String) has an unknown format")
        }
        let schedule = try ArticleSchedule(
            published: row["published"], embargo: row["embargo"], expires: row["expires"],
            isDraft: row["is_draft"])
        let content = try ArticleContent(
            title: row["title"], summary: row["summary"], body: row["body"], format: format,
            authors: row.json("authors", as: [String].self), tags: row.json("tags", as: [String].self),
            language: row["language"], source: row["source"], schedule: schedule)
        try self.init(
            app: row["app"], hub: row["hub"], id: row["id"], channel: row["channel"], position: row["position"],
            version: row["version"], modified: row["modified"], origin: origin,
            content: content, savedBy: row["saved_by"], liveVersion: row["live_version"])
    }
}

extension AssetRecord {
    init(row: SQLRow) throws {
        try self.init(
            app: row["app"], hub: row["hub"], name: row["name"], mediaType: row["media_type"], object: row.object())
    }
}
