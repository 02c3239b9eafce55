import Collector

/// The part of the report's page about links out of the app.
struct LinkTable: Sendable {
    struct Row: Sendable {
        /// An address that any stranger can have sent: text, and no link.
        let link: String
        let clicks: Int
        let readers: Int
        let pages: Int
    }

    /// More are in the file.
    private static let most = 50

    let rows: [Row]
    let hasRows: Bool
    let total: String
    let export: String

    init(_ report: LinkReport, _ choice: ReportChoice, totals: ReportFigures) {
        rows = report.rows.prefix(Self.most).map {
            Row(link: $0.link, clicks: $0.clicks, readers: $0.readers, pages: $0.pages)
        }
        hasRows = !rows.isEmpty
        total = Self.total(report, followed: Int(totals[.links]))
        export = choice.address("/portal/report/links.csv")
    }

    /// Versions before kept how many links were followed, and no addresses.
    private static func total(_ report: LinkReport, followed: Int) -> String {
        var parts = [report.clicks == 1 ? "1 click" : "\(report.clicks) clicks"]
        if report.rows.count > most { parts.append("the \(most) most followed are here, all are in the CSV") }
        let earlier = followed - report.clicks
        if earlier > 0 { parts.append("\(earlier) more from before addresses were kept") }
        return parts.joined(separator: "; ")
    }
}
