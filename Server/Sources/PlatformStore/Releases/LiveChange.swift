import MarqueeWire

/// The articles whose live version a release changed.
struct LiveChange {
    /// The versions that were not live before.
    let taken: [LiveArticle]
    /// The articles that were live before and are not now.
    let removed: [ContentURI]

    /// The most titles of one list; the rest is counted.
    static let mostTitles = 10
    /// The most characters of a title.
    static let longestTitle = 80

    /// The change in words for the audit log, behind the note of the release.
    func detail(note: String, app: String, _ db: any SQLTransaction) throws -> String {
        let takenTitles = try taken.prefix(Self.mostTitles).map { try db.title($0.uri, version: $0.version, app: app) }
        let removedTitles = try removed.prefix(Self.mostTitles).map { try db.title($0, version: nil, app: app) }
        let parts = [
            note, Self.list("published", takenTitles, of: taken.count),
            Self.list("removed", removedTitles, of: removed.count),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// "published “A”, “B” and 12 more"; empty without a title.
    private static func list(_ verb: String, _ titles: [String], of count: Int) -> String {
        guard !titles.isEmpty else { return "" }
        let shown = titles.map { "“\($0)”" }.joined(separator: ", ")
        return count > titles.count ? "\(verb) \(shown) and \(count - titles.count) more" : "\(verb) \(shown)"
    }
}

extension SQLTransaction {
    /// The title of an article as a version had it, else as it is saved; its URI when the article is deleted.
    fileprivate func title(_ uri: ContentURI, version: Int?, app: String) throws -> String {
        let (key, values): (String, [any SQLBindable]) = (
            "app = ? AND hub = ? AND id = ?", [app, uri.hub, uri.lastPart]
        )
        var row: SQLRow?
        if let version {
            row = try self.row("SELECT title FROM article_version WHERE \(key) AND version = ?", values + [version])
        }
        if row == nil { row = try self.row("SELECT title FROM article WHERE \(key)", values) }
        let title = try row.map { try $0["title"] as String } ?? ""
        guard !title.isEmpty else { return "\(uri)" }
        return title.count > LiveChange.longestTitle ? "\(title.prefix(LiveChange.longestTitle))…" : title
    }
}
