import Foundation
import MarqueeWire

/// A query for articles as SQL: fixed text, every value a parameter.
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

    /// What a search looks through: sorted by it, articles stand in the order of their titles.
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
            JOIN article a ON a.app = ? AND a.hub = found.hub AND a.id = found.id \(places) ORDER BY \(sorting)
            """, arguments + [limit, offset, app])
        return try rows.map(ListedArticle.init)
    }

    private static let places = """
        JOIN channel c ON c.app = a.app AND c.hub = a.hub AND c.id = a.channel JOIN hub h ON h.app = a.app AND h.id = a.hub
        """

    /// Ends with the key, so that two pages never show the same article.
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

    /// As ``ArticleSchedule/state(at:)`` says it of one schedule.
    private mutating func add(_ state: ArticleQuery.State, at time: Timestamp) {
        guard state != .draft else { return add("a.is_draft = 1", []) }
        add("a.is_draft = 0", [])
        guard state != .expired else { return add("a.expires <= ?", [time]) }
        add("(a.expires IS NULL OR a.expires > ?)", [time])
        switch state {
        case .scheduled: add("a.embargo > ?", [time])
        default: add("(a.embargo IS NULL OR a.embargo <= ?)", [time])
        }
    }

    private static func pattern(_ words: String) -> String {
        var text = words.lowercased()
        for special in ["\\", "%", "_"] { text = text.replacing(special, with: "\\\(special)") }
        return "%\(text)%"
    }
}
