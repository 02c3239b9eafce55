import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// How content is read.
struct ReportOperations: Sendable {
    private struct Numbers: Encodable, Sendable {
        let presentations: Int
        let views: Int
        let readers: Int
        let reads: Int
        let dwellMilliseconds: Int64
        let completions: Int
        let links: Int

        init(_ figures: Figures) {
            (presentations, views, readers) = (figures.presentations, figures.views, figures.readers)
            (reads, completions, links) = (figures.reads, figures.completions, figures.links)
            dwellMilliseconds = figures.dwellMilliseconds
        }

        enum CodingKeys: String, CodingKey {
            case presentations, views, readers, reads, completions, links
            case dwellMilliseconds = "dwell_ms"
        }

        static let schema = Schema.object([
            "presentations": .count, "views": .count,
            "readers": .count.described("Different users; installs without a user count as one each."),
            "reads": .count, "dwell_ms": .count.described("Time in the foreground, in milliseconds."),
            "completions": .count, "links": .count,
        ])
    }

    private struct Answer: Encodable {
        struct Row: Encodable {
            let id: String
            let figures: Numbers
        }

        let from: String
        let to: String
        let rows: [Row]
        let totals: Numbers

        static let schema = Schema.object([
            "from": .day, "to": .day,
            "rows": .list(
                .object([
                    "id": Schema.anything.described("By the grouping: a URI, a day, or an entry point."),
                    "figures": Numbers.schema,
                ])), "totals": Numbers.schema,
        ])
    }

    /// The longest span of a report.
    private static let mostDays = 400

    let collector: Collector
    let now: @Sendable () -> Timestamp

    var operations: [Operation] {
        [
            Operation(
                "report", .get, "apps/{app}/report", "Reports how content was read in a span of days (UTC).",
                scope: .reportsRead,
                parameters: [
                    .query(
                        "by", .choice(ReportQuery.Grouping.allCases.map(\.rawValue)),
                        "What a row is about; `day` unless it is given."),
                    .query("from", .day, "The first day; six days before the last unless it is given."),
                    .query("to", .day, "The last day; today unless it is given."),
                    .query("hub", Names.schema, "Only this hub."),
                    .query("uri", .uri, "Only this page and what is inside it."),
                    .query("entry_point", .text(1...256), "Only what began at this entry point."),
                    .query("limit", .integer(1...10_000), "The most rows; 1,000 unless it is given."),
                ], Answer.schema, handler: report)
        ]
    }

    private func report(_ call: Call) async throws -> Response {
        let last = try day(call, "to") ?? Day(now())
        let first = try day(call, "from") ?? last + -6
        guard first <= last, last.number - first.number < Self.mostDays else {
            throw WebError(
                .badRequest, "a report is about 1 to \(Self.mostDays) days, the first of which is not after the last")
        }
        guard let grouping = ReportQuery.Grouping(rawValue: call.query["by"] ?? "day") else {
            let names = ReportQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ")
            throw WebError(.badRequest, "\"by\" is one of \(names)")
        }
        let report = try await collector.reports.report(
            ReportQuery(
                scope: try call.scope, by: grouping, days: first...last, hub: call.query["hub"],
                uri: try call.query["uri"].map { try ContentURI($0) }, entryPoint: call.query["entry_point"],
                limit: try call.number("limit", in: 1...10_000) ?? 1000))
        return try .json(
            Answer(
                from: first.description, to: last.description,
                rows: report.rows.map { Answer.Row(id: $0.id, figures: Numbers($0.figures)) },
                totals: Numbers(report.totals)))
    }

    private func day(_ call: Call, _ name: String) throws -> Day? {
        guard let text = call.query[name] else { return nil }
        guard let day = Day(text), day.number >= 0 else {
            throw WebError(.badRequest, "\"\(name)\" is a day such as 2026-03-01")
        }
        return day
    }
}
