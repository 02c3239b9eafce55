import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// What devices do with placements, in figures.
struct PlacementReportOperations: Sendable {
    /// What a row is about.
    private enum Grouping: String, CaseIterable {
        case day
        case unit
        case placement
        case unitDay = "unit_day"
        case all

        var grouping: PlacementQuery.Grouping {
            switch self {
            case .day: .day
            case .unit: .unit
            case .placement: .placement
            case .unitDay: [.day, .unit]
            case .all: []
            }
        }
    }

    /// The figures by their names, without those that are 0.
    private struct Numbers: Encodable, Sendable {
        let counts: PlacementCounts

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            let members = PlacementFigure.allCases.filter { counts[$0] != 0 }.map { ("\($0)", counts[$0]) }
            try container.encode(Dictionary(uniqueKeysWithValues: members))
        }

        static let schema: Schema = {
            let names = PlacementFigure.allCases.map { "\($0)" }
            return .object(Dictionary(uniqueKeysWithValues: names.map { ($0, Schema.count) }), optional: Set(names))
        }()
    }

    private struct Answer: Encodable {
        struct Row: Encodable {
            let day: String?
            let placement: String?
            let unit: String?
            let figures: Numbers
        }

        let from: String
        let to: String
        let rows: [Row]
        let server: String?

        static let schema = Schema.object(
            [
                "from": .day, "to": .day,
                "rows": .list(
                    .object(
                        ["day": .day, "placement": .text(1...80), "unit": .text(1...512), "figures": Numbers.schema],
                        optional: ["day", "placement", "unit"])),
                "server": Schema.text(1...255).described(
                    "The server that took all events in this report, where several share a database: each has its own."),
            ], optional: ["server"])
    }

    let collector: Collector
    let now: @Sendable () -> Timestamp

    var operations: [Operation] {
        [
            Operation(
                "placementReport", .get, "apps/{app}/placement-report",
                "Reports what devices did with placements in a span of days (UTC). Figures of 0 are left out.",
                scope: .placementsRead,
                parameters: DaySpan.parameters + [
                    .query(
                        "by", .choice(Grouping.allCases.map(\.rawValue)),
                        "What a row is about; `day` unless it is given."),
                    .query("placement", .text(1...80), "Only this placement."),
                    .query("unit", .text(1...64), "Only this unit."),
                    .query(
                        "devices", .choice(ReportQuery.Devices.allCases.map(\.rawValue)),
                        "Whose behaviour is counted; `readers` unless it is given, which are all but test devices."),
                    .query("limit", .integer(1...10_000), "The most rows; 1,000 unless it is given."),
                ], Answer.schema, handler: report)
        ]
    }

    private func report(_ call: Call) async throws -> Response {
        let days = try DaySpan.days(call, now: now())
        guard let grouping = Grouping(rawValue: call.query["by"] ?? "day") else {
            let names = Grouping.allCases.map(\.rawValue).joined(separator: ", ")
            throw WebError(.badRequest, "\"by\" is one of \(names)")
        }
        guard let devices = ReportQuery.Devices(rawValue: call.query["devices"] ?? "readers") else {
            let names = ReportQuery.Devices.allCases.map(\.rawValue).joined(separator: ", ")
            throw WebError(.badRequest, "\"devices\" is one of \(names)")
        }
        let rows = try await collector.reports.placements(
            PlacementQuery(
                scope: try call.scope, by: grouping.grouping, days: days, placement: call.query["placement"],
                unit: call.query["unit"], devices: devices, now: now(),
                limit: try call.number("limit", in: 1...10_000) ?? 1000))
        return try .json(
            Answer(
                from: days.lowerBound.description, to: days.upperBound.description,
                rows: rows.map { row in
                    Answer.Row(
                        day: row.key.day?.description, placement: row.key.placement, unit: row.key.unit,
                        figures: Numbers(counts: row.counts))
                }, server: collector.server))
    }
}
