import Collector
import Foundation
import Hummingbird
import MarqueeWire
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
        routes.get("report/links.csv") { request, _, visit in
            try await exportLinks(try choice(request), visit)
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
        var before = byDay
        before.days = choice.daysBefore
        let report = try await wing.collector.reports.report(query)
        let titles = try await titles(of: report.rows.map(\.id), choice, query.scope)
        let links = choice.hasLinks ? try await wing.collector.reports.links(query) : nil
        let frame = desk.frame(
            ReportPage.title(choice, titles),
            subtitle: wing.collector.subtitle("\(choice.days.lowerBound) to \(choice.days.upperBound), days in UTC"),
            at: "/portal/report", visit)
        let page = ReportPage(
            choice, rows: report, days: try await wing.collector.reports.report(byDay),
            before: try await wing.collector.reports.report(before).totals, links: links, today: Day(desk.now()),
            titles: titles, frame: frame)
        return try desk.page(page, "report")
    }

    private func export(_ choice: ReportChoice, _ visit: Visit) async throws -> Response {
        var query = choice.query(try visit.scope())
        query.limit = 10_000
        let report = try await wing.collector.reports.report(query)
        let csv = report.csv(titles: try await titles(of: report.rows.map(\.id), choice, query.scope).all)
        return CSVAnswer.file(Self.name(choice, query.grouping.rawValue), csv)
    }

    /// A line for each link and page.
    private func exportLinks(_ choice: ReportChoice, _ visit: Visit) async throws -> Response {
        var query = choice.query(try visit.scope())
        query.limit = 10_000
        let report = try await wing.collector.reports.links(query, byPage: true)
        let titles = try await titles(of: Array(Set(report.rows.compactMap(\.page))), choice, query.scope)
        return CSVAnswer.file(Self.name(choice, "links"), report.csv(titles: titles.all))
    }

    private static func name(_ choice: ReportChoice, _ rows: String) -> String {
        let place = choice.uri.map { [$0.hub, $0.path.replacing("/", with: "-")] } ?? []
        let devices = choice.devices == .readers ? "" : choice.devices.rawValue
        let parts = (place + [rows, devices]).filter { !$0.isEmpty }
        return (["marquee"] + parts + ["\(choice.days.lowerBound)", "\(choice.days.upperBound)"]).joined(separator: "-")
    }

    private func titles(of rows: [String], _ choice: ReportChoice, _ scope: Scope) async throws -> ReportTitles {
        let uris = rows.compactMap { try? ContentURI($0) } + [choice.uri].compactMap { $0 }
        let articles = try await wing.content.listed(uris, app: scope.app)
        let present = Set(articles.map(\.uri))
        let gone = uris.filter { $0.resourceType == .article && !present.contains($0) }
        return ReportTitles(
            try await wing.content.hubs(app: scope.app), try await wing.content.channels(app: scope.app),
            articles: articles, former: try await wing.formerTitles.titles(of: gone, in: scope))
    }
}
