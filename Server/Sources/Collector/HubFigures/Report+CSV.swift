extension Report {
    /// The report as CSV with a header line.
    /// - Parameter titles: titles of the rows, by their ids.
    public func csv(titles: [String: String] = [:]) -> String {
        let columns = HubMetric.allCases.flatMap { metric in metric.definition.columns.map { (metric, $0) } }
        var table = CSVTable(["key", "title"] + columns.map(\.1.title))
        for row in rows {
            table.add([.text(row.id), .text(titles[row.id] ?? "")] + columns.map { $1.cell(row.figures, $0) })
        }
        return table.text
    }
}
