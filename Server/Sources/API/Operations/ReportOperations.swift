import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// How content is read.
struct ReportOperations: Sendable {
    /// The metrics by their names, and the readers.
    private struct Numbers: Encodable, Sendable {
        let figures: ReportFigures

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            var members = Dictionary(uniqueKeysWithValues: HubMetric.allCases.map { (Self.name($0), figures[$0]) })
            members["readers"] = Int64(figures.readers)
            try container.encode(members)
        }

        /// With its unit, where it has one.
        private static func name(_ metric: HubMetric) -> String { metric == .dwell ? "dwell_ms" : "\(metric)" }

        static let schema: Schema = {
            var members = Dictionary(uniqueKeysWithValues: HubMetric.allCases.map { (name($0), Schema.count) })
            members["readers"] = .count.described("Different users; installs without a user count as one each.")
            members["dwell_ms"] = .count.described("Time in the foreground, in milliseconds.")
            return .object(members)
        }()
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
        let server: String?

        static let schema = Schema.object(
            [
                "from": .day, "to": .day,
                "rows": .list(
                    .object([
                        "id": Schema.anything.described("By the grouping: a URI, a day, or an entry point."),
                        "figures": Numbers.schema,
                    ])), "totals": Numbers.schema,
                "server": Schema.text(1...255).described(
                    "The server that took all events in this report, where several share a database: each has its own."),
            ], optional: ["server"])
    }

    let collector: Collector
    let now: @Sendable () -> Timestamp

    var operations: [Operation] {
        [
            Operation(
                "report", .get, "apps/{app}/report", "Reports how content was read in a span of days (UTC).",
                scope: .reportsRead,
                parameters: DaySpan.parameters + [
                    .query(
                        "by", .choice(ReportQuery.Grouping.allCases.map(\.rawValue)),
                        "What a row is about; `day` unless it is given."),
                    .query("hub", Names.schema, "Only this hub."),
                    .query("uri", .uri, "Only this page and what is inside it."),
                    .query("entry_point", .text(1...256), "Only what began at this entry point."),
                    .query(
                        "devices", .choice(ReportQuery.Devices.allCases.map(\.rawValue)),
                        "Whose behaviour is counted; `readers` unless it is given. `test` is that of the device lab and of devices that were marked."
                    ),
                    .query("limit", .integer(1...10_000), "The most rows; 1,000 unless it is given."),
                ], Answer.schema, handler: report)
        ]
    }

    private func report(_ call: Call) async throws -> Response {
        let days = try DaySpan.days(call, now: now())
        guard let grouping = ReportQuery.Grouping(rawValue: call.query["by"] ?? "day") else {
            let names = ReportQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ")
            throw WebError(.badRequest, "\"by\" is one of \(names)")
        }
        guard let devices = ReportQuery.Devices(rawValue: call.query["devices"] ?? "readers") else {
            let names = ReportQuery.Devices.allCases.map(\.rawValue).joined(separator: ", ")
            throw WebError(.badRequest, "\"devices\" is one of \(names)")
        }
        let report = try await collector.reports.report(
            ReportQuery(
                scope: try call.scope, by: grouping, days: days, hub: call.query["hub"],
                uri: try call.query["uri"].map { try ContentURI($0) }, entryPoint: call.query["entry_point"],
                devices: devices,
                limit: try call.number("limit", in: 1...10_000) ?? 1000))
        return try .json(
            Answer(
                from: days.lowerBound.description, to: days.upperBound.description,
                rows: report.rows.map { Answer.Row(id: $0.id, figures: Numbers(figures: $0.figures)) },
                totals: Numbers(figures: report.totals), server: collector.server))
    }
}
