import Foundation
import MarqueeWire

extension Report {
    /// The report as CSV (RFC 4180) with a header line.
    ///
    /// A cell that a spreadsheet would take for a formula gets an apostrophe before it.
    public func csv(titles: [String: String] = [:]) -> String {
        let header = "key,title,presentations,views,readers,reads,average dwell s,completion rate,completions,links"
        let lines = rows.map { row in
            let figures = row.figures
            let seconds = Double(figures.averageDwell.milliseconds) / 1000
            let cells = [
                Self.cell(row.id), Self.cell(titles[row.id] ?? ""), "\(figures.presentations)", "\(figures.views)",
                "\(figures.readers)",
                "\(figures.reads)", "\(seconds)", "\((figures.completionRate * 10_000).rounded() / 10_000)",
                "\(figures.completions)", "\(figures.links)",
            ]
            return cells.joined(separator: ",")
        }
        return ([header] + lines).joined(separator: "\r\n") + "\r\n"
    }

    private static func cell(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let safe = isFormula ? "'" + text : text
        guard safe.contains(where: { ",\"\r\n".contains($0) || $0.isNewline }) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}
