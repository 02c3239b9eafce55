import Foundation
import MarqueeWire
import PlatformStore

/// A report's query as SQL: fixed text, every value a parameter.
struct ReportFilter {
    private let query: ReportQuery

    init(_ query: ReportQuery) {
        self.query = query
    }

    /// What rows are grouped by.
    var key: String {
        switch query.grouping {
        case .page, .article: "page.uri"
        case .hub: Self.hubAddress
        case .channel: "page.channel"
        case .day: "t.day"
        case .entryPoint: "entry.text"
        }
    }

    /// The address of a page's hub.
    private static let hubAddress: String = {
        let parts = ContentURI(hub: "HUB").description.components(separatedBy: "HUB")
        return "'\(parts[0])' || page.hub || '\(parts[1])'"
    }()

    /// The figures of as many groups as the query asks for, so that addresses that strangers post do not fill memory.
    func figures(_ key: String, _ connection: SQLiteConnection) throws(StoreError) -> [String: ReportFigures] {
        let sums = HubMetric.allCases.map { "SUM(\($0.definition.column))" }.joined(separator: ", ")
        let select = try connection.prepare("SELECT \(key), \(sums) FROM rollup t \(condition) \(first)")
        bind(select)
        var rows: [String: ReportFigures] = [:]
        while try select.step() {
            var figures = ReportFigures()
            for metric in HubMetric.allCases { figures[metric] = select.integer(Int32(1 + metric.rawValue)) }
            rows[name(select)] = figures
        }
        return rows
    }

    /// The readers of the same groups.
    func readers(_ key: String, _ connection: SQLiteConnection) throws(StoreError) -> [String: Int] {
        let select = try connection.prepare(
            """
            SELECT \(key), block, bits FROM rollup t JOIN reader ON reader.rollup = t.id \(condition)
            AND \(key) IN (SELECT \(key) FROM rollup t \(condition) \(first))
            """)
        bind(select)
        var readers: [String: NumberSet] = [:]
        while try select.step() {
            readers[name(select), default: NumberSet()].insert(select.integer(2), block: select.integer(1))
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
        JOIN term entry ON entry.id = t.entry \(places) AND (?7 IS NULL OR entry.text = ?7)
        \(query.grouping == .article ? "AND page.type = 'article'" : "")
        \(query.grouping == .channel ? "AND page.channel IS NOT NULL" : "")
        """
    }

    /// Joins the pages of a table `t`, and chooses those, the days and the devices that the query is about.
    var places: String {
        """
        JOIN page ON page.id = t.page JOIN term scope ON scope.id = t.scope
        WHERE scope.text = ?1 AND t.day BETWEEN ?2 AND ?3 AND (?4 IS NULL OR page.hub = ?4)
        AND (?5 IS NULL OR ?5 IN (page.uri, page.channel, \(Self.hubAddress)))
        \(query.devices == .all ? "" : "AND t.is_test = \(query.devices == .test ? 1 : 0)")
        """
    }

    /// The groups with the most views, or the latest days.
    private var first: String {
        "GROUP BY 1 ORDER BY \(query.grouping == .day ? "1 DESC" : "SUM(views) DESC, 1") LIMIT ?6"
    }

    private func bind(_ select: SQLiteStatement) {
        bindPlaces(select)
        select.bind(7, query.entryPoint)
    }

    /// Binds the values of ``places``, and the limit as the sixth.
    func bindPlaces(_ select: SQLiteStatement) {
        select.bind(1, query.scope.description)
        select.bind(2, Int64(query.days.lowerBound.number))
        select.bind(3, Int64(query.days.upperBound.number))
        select.bind(4, query.hub)
        select.bind(5, query.uri?.description)
        select.bind(6, Int64(min(max(query.limit, 1), 10_000)))
    }
}
