import MarqueeWire
import PlatformStore

/// A query as SQL: fixed text, every value a parameter.
struct ReportFilter {
    private let query: ReportQuery

    init(_ query: ReportQuery) {
        self.query = query
    }

    /// What rows are grouped by.
    var key: String {
        switch query.grouping {
        case .page, .article: "page.uri"
        case .hub: "'zbimdb://' || page.hub || '/'"
        case .channel: "page.channel"
        case .day: "t.day"
        case .entryPoint: "entry.text"
        }
    }

    /// Of as many groups as the query wants: whatever addresses strangers post, no more come into memory.
    func figures(_ key: String, _ connection: SQLiteConnection) throws(StoreError) -> [String: Figures] {
        let sums = "SUM(presentations), SUM(views), SUM(reads), SUM(dwell), SUM(completions), SUM(links)"
        let select = try connection.prepare("SELECT \(key), \(sums) FROM rollup t \(condition) \(first)")
        bind(select)
        var rows: [String: Figures] = [:]
        while try select.step() {
            var figures = Figures()
            figures.presentations = Int(select.integer(1))
            figures.views = Int(select.integer(2))
            figures.reads = Int(select.integer(3))
            figures.dwellMilliseconds = select.integer(4)
            figures.completions = Int(select.integer(5))
            figures.links = Int(select.integer(6))
            rows[name(select)] = figures
        }
        return rows
    }

    /// Of the same groups.
    func readers(_ key: String, _ connection: SQLiteConnection) throws(StoreError) -> [String: Int] {
        let select = try connection.prepare(
            """
            SELECT \(key), block, bits FROM rollup t JOIN reader ON reader.rollup = t.id \(condition)
            AND \(key) IN (SELECT \(key) FROM rollup t \(condition) \(first))
            """)
        bind(select)
        var readers: [String: Readers] = [:]
        while try select.step() {
            readers[name(select), default: Readers()].insert(select.integer(2), block: select.integer(1))
        }
        return readers.mapValues(\.count)
    }

    private func name(_ select: SQLiteStatement) -> String {
        let text = select.text(0)
        guard query.grouping == .day, let number = Int(text) else { return text }
        return Day(number: number).description
    }

    private var condition: String {
        """
        JOIN page ON page.id = t.page JOIN term entry ON entry.id = t.entry JOIN term scope ON scope.id = t.scope
        WHERE scope.text = ?1 AND t.day BETWEEN ?2 AND ?3 AND (?4 IS NULL OR page.hub = ?4)
        AND (?5 IS NULL OR ?5 IN (page.uri, page.channel, 'zbimdb://' || page.hub || '/'))
        AND (?6 IS NULL OR entry.text = ?6)
        \(query.grouping == .article ? "AND page.type = 'article'" : "")
        \(query.grouping == .channel ? "AND page.channel IS NOT NULL" : "")
        """
    }

    /// The groups with the most views, or the latest days.
    private var first: String {
        "GROUP BY 1 ORDER BY \(query.grouping == .day ? "1 DESC" : "SUM(views) DESC, 1") LIMIT ?7"
    }

    private func bind(_ select: SQLiteStatement) {
        select.bind(1, query.scope.description)
        select.bind(2, Int64(query.days.lowerBound.number))
        select.bind(3, Int64(query.days.upperBound.number))
        select.bind(4, query.hub)
        select.bind(5, query.uri?.description)
        select.bind(6, query.entryPoint)
        select.bind(7, Int64(min(max(query.limit, 1), 10_000)))
    }
}
