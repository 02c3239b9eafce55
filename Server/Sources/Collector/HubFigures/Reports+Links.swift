import MarqueeWire
import PlatformStore

extension Reports {
    /// The external links that were followed.
    ///
    /// An app's SDK does not say at which entry point the visit began, so the query's entry point is not looked at.
    /// - Parameters:
    ///   - query: which pages, days and devices; its grouping has no meaning here.
    ///   - byPage: whether a link that is on several pages has a row for each.
    /// - Throws: ``PlatformStore/StoreError``.
    public func links(_ query: ReportQuery, byPage: Bool = false) async throws -> LinkReport {
        try await reader.answer { (connection) throws(StoreError) in
            let filter = ReportFilter(query)
            let page = byPage ? "page.uri" : "''"
            let clicks = try filter.clicks(connection)
            let select = try connection.prepare(
                """
                SELECT link.text, \(page), SUM(clicks), COUNT(DISTINCT t.page) FROM link_rollup t
                JOIN term link ON link.id = t.link \(filter.places)
                GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ?6
                """)
            filter.bindPlaces(select)
            var rows: [(link: String, page: String, clicks: Int, pages: Int)] = []
            while try select.step() {
                rows.append(
                    (select.text(0), select.text(1), Int(select.integer(2)), Int(select.integer(3))))
            }
            let readers = try filter.linkReaders(page, connection)
            return LinkReport(
                rows: rows.map { row in
                    LinkReport.Row(
                        link: row.link, page: byPage ? row.page : nil, clicks: row.clicks,
                        readers: readers[[row.link, row.page]]?.count ?? 0, pages: row.pages)
                }, clicks: clicks)
        }
    }
}

extension ReportFilter {
    fileprivate func clicks(_ connection: SQLiteConnection) throws(StoreError) -> Int {
        let select = try connection.prepare("SELECT COALESCE(SUM(clicks), 0) FROM link_rollup t \(places) LIMIT ?6")
        bindPlaces(select)
        return Int(try select.first() ?? 0)
    }

    /// The readers of the links that a report shows, by link and page.
    fileprivate func linkReaders(
        _ page: String, _ connection: SQLiteConnection
    ) throws(StoreError) -> [[String]: NumberSet] {
        let select = try connection.prepare(
            """
            SELECT link.text, \(page), block, bits FROM link_rollup t JOIN link_reader ON link_reader.rollup = t.id
            JOIN term link ON link.id = t.link \(places)
            AND (link.text, \(page)) IN (
                SELECT link.text, \(page) FROM link_rollup t JOIN term link ON link.id = t.link \(places)
                GROUP BY 1, 2 ORDER BY SUM(clicks) DESC, 1, 2 LIMIT ?6)
            """)
        bindPlaces(select)
        var readers: [[String]: NumberSet] = [:]
        while try select.step() {
            readers[[select.text(0), select.text(1)], default: NumberSet()]
                .insert(select.integer(3), block: select.integer(2))
        }
        return readers
    }
}
