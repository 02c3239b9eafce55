import Collector
import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore

/// What people read: views, readers, reading time and completion, over time and by page, as a chart, as a table and as
/// CSV.
struct ReportRoom: Sendable {
    private struct Page: Sendable {
        struct Row: Sendable {
            let name: String
            let detail: String
            let views: Int
            let readers: Int
            let dwell: String
            let completion: String
        }

        struct Choice: Sendable {
            let name: String
            let address: String
            let isCurrent: Bool
        }

        let frame: PageFrame
        let from: String
        let through: String
        let grouping: String
        let groupings: [Choice]
        let chart: String
        let totals: Row
        let days: [Row]
        let rows: [Row]
        let isEmpty: Bool
        let export: String
        let exportDays: String
    }

    private static let groupings: [(ReportQuery.Grouping, String)] = [
        (.article, "Articles"), (.channel, "Channels"), (.hub, "Hubs"), (.entryPoint, "Entry points"),
    ]

    let desk: PortalDesk

    func add(to portal: RouterGroup<some RequestContext>) {
        portal.get("report") { request, _ in try await desk.signedIn(request) { try await report(request, $0) } }
        portal.get("report.csv") { request, _ in try await desk.signedIn(request) { try await export(request, $0) } }
    }

    private func query(_ request: Request, _ visit: Visit) async throws -> ReportQuery {
        let parameters = request.uri.queryParameters
        let today = Day(desk.now())
        let through = parameters["through"].flatMap { Day(String($0)) } ?? today
        let from = parameters["from"].flatMap { Day(String($0)) } ?? through + -29
        guard from <= through, through.number - from.number <= 3660 else {
            throw PortalError(
                .invalidField, "The first day must not be after the last, and at most ten years before it.")
        }
        let grouping = parameters["by"].flatMap { ReportQuery.Grouping(rawValue: String($0)) } ?? .article
        return ReportQuery(scope: try visit.scope(), by: grouping, days: from...through)
    }

    private func report(_ request: Request, _ visit: Visit) async throws -> Response {
        let query = try await query(request, visit)
        var byDay = query
        byDay.grouping = .day
        let (report, days) = (
            try await desk.collector.reports.report(query), try await desk.collector.reports.report(byDay)
        )
        let titles = try await titles(query.scope)
        let figures = Dictionary(days.rows.map { ($0.id, $0.figures) }) { first, _ in first }
        let labels = (query.days.lowerBound.number...query.days.upperBound.number).map { Day(number: $0).description }
        let chart = LineChart(
            id: "views", title: "Views and readers by day", labels: labels,
            series: [
                .init(name: "Views", values: labels.map { Double(figures[$0]?.views ?? 0) }),
                .init(name: "Readers", values: labels.map { Double(figures[$0]?.readers ?? 0) }),
            ])
        let range = "from=\(query.days.lowerBound)&through=\(query.days.upperBound)"
        let page = Page(
            frame: desk.frame(
                "Report", subtitle: "\(query.days.lowerBound) to \(query.days.upperBound), days in UTC",
                at: "/portal/report", visit),
            from: query.days.lowerBound.description, through: query.days.upperBound.description,
            grouping: query.grouping.rawValue,
            groupings: Self.groupings.map { grouping, name in
                .init(
                    name: name, address: "/portal/report?by=\(grouping.rawValue)&\(range)",
                    isCurrent: grouping == query.grouping)
            },
            chart: chart.markup, totals: Self.row("All", "", days.totals),
            days: days.rows.sorted { $0.id > $1.id }.map { Self.row($0.id, "", $0.figures) },
            rows: report.rows.map {
                Self.row(
                    titles[$0.id] ?? ($0.id.isEmpty ? "(none)" : $0.id), titles[$0.id] == nil ? "" : $0.id, $0.figures)
            },
            isEmpty: days.rows.isEmpty, export: "/portal/report.csv?by=\(query.grouping.rawValue)&\(range)",
            exportDays: "/portal/report.csv?by=day&\(range)")
        return try desk.page(page, "report")
    }

    private func export(_ request: Request, _ visit: Visit) async throws -> Response {
        let query = try await query(request, visit)
        let csv = try await desk.collector.reports.report(query).csv(titles: try await titles(query.scope))
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition:
                    "attachment; filename=\"marquee-\(query.grouping.rawValue)-\(query.days.lowerBound)-\(query.days.upperBound).csv\"",
            ], body: .init(byteBuffer: ByteBuffer(string: csv)))
    }

    private func titles(_ scope: Scope) async throws -> [String: String] {
        let content = try await desk.platform.content.content(app: scope.app)
        let pairs =
            content.hubs.map { ($0.uri.description, $0.title) }
            + content.channels.map { ($0.uri.description, $0.title) }
            + content.articles.map { ($0.uri.description, $0.content.title) }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func row(_ name: String, _ detail: String, _ figures: Figures) -> Page.Row {
        let seconds = figures.averageDwell.components.seconds
        return Page.Row(
            name: name, detail: detail, views: figures.views, readers: figures.readers,
            dwell: figures.reads == 0 ? "–" : "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)",
            completion: figures.reads == 0 ? "–" : "\(Int((figures.completionRate * 100).rounded())) %")
    }
}
