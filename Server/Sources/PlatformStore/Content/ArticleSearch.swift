import Foundation
import MarqueeWire

/// A query for articles as SQL: the text is fixed, and every value is a parameter.
struct ArticleSearch {
    private var conditions = ["a.app = ?"]
    private var arguments: [any SQLBindable]
    private let app: String
    private let order: ArticleQuery.Order
    private let direction: String

    init(_ query: ArticleQuery, app: String) {
        self.app = app
        arguments = [app]
        order = query.order
        direction = query.isDescending ? "DESC" : "ASC"
        if let hub = query.hub { add("a.hub = ?", [hub]) }
        if let channel = query.channel { add("a.channel = ?", [channel]) }
        if let tag = query.tag {
            add(
                """
                (a.hub, a.id) IN (SELECT hub, article FROM article_tag WHERE app = ? AND tag = ?)
                """, [app, tag])
        }
        if let state = query.state { add(state, at: query.time) }
        let words = query.words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !words.isEmpty { add("a.search LIKE ? ESCAPE '\\'", [Self.pattern(words)]) }
    }

    /// The text that a search looks through. Sorting by it sorts articles by their titles.
    static func text(title: String, summary: String) -> String { "\(title)\n\(summary)".lowercased() }

    /// Whether every article of the app matches.
    var isUnlimited: Bool { conditions.count == 1 }

    func count(_ db: any SQLTransaction) throws -> Int {
        try db.count("SELECT COUNT(*) FROM article a WHERE \(conditions.joined(separator: " AND "))", arguments)
    }

    func articles(limit: Int, offset: Int, _ db: any SQLTransaction) throws -> [ListedArticle] {
        let places = order == .position ? Self.places : ""
        let keys = "SELECT a.hub, a.id FROM article a \(places) WHERE \(conditions.joined(separator: " AND "))"
        let rows = try db.rows(
            """
            SELECT \(ListedArticle.columns) FROM (\(keys) ORDER BY \(sorting) LIMIT ? OFFSET ?) AS found
            JOIN article a ON a.app = ? AND a.hub = found.hub AND a.id = found.id \(places) \(ListedArticle.publication)
            ORDER BY \(sorting)
            """, arguments + [limit, offset, app])
        return try rows.map(ListedArticle.init)
    }

    private static let places = """
        JOIN channel c ON c.app = a.app AND c.hub = a.hub AND c.id = a.channel JOIN hub h ON h.app = a.app AND h.id = a.hub
        """

    /// The columns to sort by. They end with the key, so that two pages never show the same article.
    private var sorting: String {
        switch order {
        case .date: "a.listed \(direction), a.hub \(direction), a.id \(direction)"
        case .title: "a.search \(direction), a.hub \(direction), a.id \(direction)"
        case .position:
            "h.position \(direction), h.id \(direction), c.position \(direction), c.id \(direction), a.position \(direction), a.id \(direction)"
        }
    }

    private mutating func add(_ condition: String, _ values: [any SQLBindable]) {
        conditions.append(condition)
        arguments += values
    }

    /// Adds the condition for a state; it agrees with ``ArticleSchedule/state(version:live:at:)``.
    private mutating func add(_ state: ArticleState, at time: Timestamp) {
        let running = "(a.expires IS NULL OR a.expires > ?)"
        let open = "\(running) AND (a.embargo IS NULL OR a.embargo <= ?)"
        switch state {
        case .draft: add("a.is_draft = 1 AND a.live_version IS NULL", [])
        case .expired: add("a.is_draft = 0 AND a.expires <= ?", [time])
        case .scheduled: add("a.is_draft = 0 AND \(running) AND a.embargo > ?", [time, time])
        case .ready: add("a.is_draft = 0 AND a.live_version IS NULL AND \(open)", [time, time])
        case .live: add("a.is_draft = 0 AND a.live_version = a.version AND \(open)", [time, time])
        case .changed:
            add(
                """
                a.live_version IS NOT NULL AND (a.is_draft = 1 OR (a.live_version <> a.version AND \(open)))
                """, [time, time])
        }
    }

    private static func pattern(_ words: String) -> String {
        var text = words.lowercased()
        for special in ["\\", "%", "_"] { text = text.replacing(special, with: "\\\(special)") }
        return "%\(text)%"
    }
}
