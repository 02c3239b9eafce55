import Collector
import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore

/// What people read: views, readers, reading time and completion of everything, of one hub, channel or article, or from
/// one entry point; over time and by what is in it, as a chart, as tables and as CSV.
struct ReportRoom: PortalRoom {
    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("report") { request, _, visit in
            try await report(try choice(request), visit)
        }
        routes.get("report.csv") { request, _, visit in
            try await export(try choice(request), visit)
        }
    }

    private func choice(_ request: Request) throws -> ReportChoice {
        try ReportChoice(try FormFields(request.uri.query ?? ""), today: Day(desk.now()))
    }

    private func report(_ choice: ReportChoice, _ visit: Visit) async throws -> Response {
        let query = choice.query(try visit.scope())
        var byDay = query
        byDay.grouping = .day
        byDay.limit = 10_000
        let report = try await wing.collector.reports.report(query)
        let titles = try await titles(of: report, choice, app: query.scope.app)
        let frame = desk.frame(
            ReportPage.title(choice, titles),
            subtitle: wing.subtitle("\(choice.days.lowerBound) to \(choice.days.upperBound), days in UTC"),
            at: "/portal/report", visit)
        let page = ReportPage(
            choice, rows: report, days: try await wing.collector.reports.report(byDay), titles: titles, frame: frame)
        return try desk.page(page, "report")
    }

    private func export(_ choice: ReportChoice, _ visit: Visit) async throws -> Response {
        var query = choice.query(try visit.scope())
        query.limit = 10_000
        let report = try await wing.collector.reports.report(query)
        let csv = report.csv(titles: try await titles(of: report, choice, app: query.scope.app).titles)
        let parts = [choice.uri.map { [$0.hub, $0.path.replacing("/", with: "-")] } ?? [], [query.grouping.rawValue]]
            .joined().filter { !$0.isEmpty }
        let name = (["marquee"] + parts + ["\(choice.days.lowerBound)", "\(choice.days.upperBound)"])
            .joined(separator: "-")
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(name).csv\"",
            ], body: .init(byteBuffer: ByteBuffer(string: csv)))
    }

    private func titles(of report: Report, _ choice: ReportChoice, app: String) async throws -> ReportTitles {
        let uris = report.rows.compactMap { try? ContentURI($0.id) } + [choice.uri].compactMap { $0 }
        return ReportTitles(
            try await wing.content.hubs(app: app), try await wing.content.channels(app: app),
            articles: try await wing.content.listed(uris, app: app))
    }
}
