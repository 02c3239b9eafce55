import GRDB
import MarqueeWire

extension HubRecord {
    init(row: Row) throws {
        self.init(
            app: row["app"], id: row["id"], title: row["title"], summary: row["summary"],
            tags: try row.json("tags", as: [String].self), language: row["language"], position: row["position"],
            version: row["version"])
    }
}

extension ChannelRecord {
    init(row: Row) throws {
        self.init(
            app: row["app"], hub: row["hub"], id: row["id"], title: row["title"], summary: row["summary"],
            tags: try row.json("tags", as: [String].self), position: row["position"], version: row["version"])
    }
}

extension ArticleRecord {
    init(row: Row) throws {
        var origin: ArticleOrigin?
        if let source = row["import_source"] as String? {
            origin = ArticleOrigin(importSource: source, key: row["import_key"], hash: row["import_hash"])
        }
        guard let format = ArticleContent.Format(rawValue: row["format"]) else {
            throw StoreError(.damaged, "article \(row["id"] as String) has an unknown format")
        }
        let schedule = ArticleSchedule(
            published: row.time("published"), embargo: row.time("embargo"), expires: row.time("expires"),
            isDraft: row["is_draft"])
        let content = ArticleContent(
            title: row["title"], summary: row["summary"], body: row["body"], format: format,
            authors: try row.json("authors", as: [String].self), tags: try row.json("tags", as: [String].self),
            language: row["language"], source: row["source"], schedule: schedule)
        self.init(
            app: row["app"], hub: row["hub"], id: row["id"], channel: row["channel"], position: row["position"],
            version: row["version"], modified: Timestamp(milliseconds: row["modified"]), origin: origin,
            content: content)
    }
}

extension AssetRecord {
    init(row: Row) throws {
        self.init(
            app: row["app"], hub: row["hub"], name: row["name"], mediaType: row["media_type"], object: try row.object())
    }
}
