import Foundation
import MarqueeWire

extension Report {
    /// The report as CSV with a header line.
    /// - Parameter titles: of the rows, by their ids.
    public func csv(titles: [String: String] = [:]) -> String {
        var table = CSVTable([
            "key", "title", "presentations", "views", "readers", "reads", "average dwell s", "completion rate",
            "completions", "links",
        ])
        for row in rows {
            let figures = row.figures
            table.add([
                .text(row.id), .text(titles[row.id] ?? ""), .count(figures.presentations), .count(figures.views),
                .count(figures.readers), .count(figures.reads),
                .number(Double(figures.averageDwell.milliseconds) / 1000),
                .number((figures.completionRate * 10_000).rounded() / 10_000), .count(figures.completions),
                .count(figures.links),
            ])
        }
        return table.text
    }
}
