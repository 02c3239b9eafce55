import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// What campaigns did: opens, goals completed and abandoned, and how many of their people completed one.
struct CampaignsRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let campaign: String
            let day: String
            let opens: Int
            let completed: Int
            let abandoned: Int
            let people: Int
            let converted: Int
            let rate: String
        }

        struct Link: Sendable {
            let name: String
            let address: String
            let isCurrent: Bool
        }

        let frame: PageFrame
        let from: String
        let through: String
        let isDaily: Bool
        let views: [Link]
        let rows: [Row]
        let isEmpty: Bool
        /// Whether there are more rows than the page shows.
        let isCut: Bool
        let export: String
    }

    /// Of the table on the page; its file has all of them.
    private static let mostRows = 1000

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/campaigns") { request, _, visit in
            try await page(try FormFields(request.uri.query ?? ""), visit)
        }
        routes.get("engage/campaigns.csv") { request, _, visit in
            let query = try FormFields(request.uri.query ?? "")
            let days = try DayRange.days(query, today: Day(desk.now()))
            let name = "marquee-engage-campaigns-\(days.lowerBound)-\(days.upperBound)"
            return CSVAnswer.file(name, CampaignFigures.csv(try await figures(query, days, visit)))
        }
    }

    private func figures(
        _ query: FormFields, _ days: ClosedRange<Day>, _ visit: Visit
    ) async throws -> [CampaignFigures] {
        try await wing.collector.reports.campaigns(
            scope: try visit.scope(), days: days, isDaily: query["by"] == "day")
    }

    private func page(_ query: FormFields, _ visit: Visit) async throws -> Response {
        let days = try DayRange.days(query, today: Day(desk.now()))
        let isDaily = query["by"] == "day"
        let span = "from=\(days.lowerBound)&through=\(days.upperBound)"
        let figures = try await figures(query, days, visit)
        let rows = figures.prefix(Self.mostRows).map { line in
            Page.Row(
                campaign: line.label, day: line.day?.description ?? "", opens: line.opens, completed: line.completed,
                abandoned: line.abandoned, people: line.people, converted: line.converted,
                rate: line.people == 0 ? "–" : ChartScale.percent.text(line.conversionRate * 100))
        }
        let page = Page(
            frame: desk.frame(
                "Campaigns", subtitle: wing.collector.subtitle("\(days.lowerBound) to \(days.upperBound), days in UTC"),
                at: EngagePath.campaigns, visit),
            from: days.lowerBound.description, through: days.upperBound.description, isDaily: isDaily,
            views: [
                .init(name: "All days together", address: "\(EngagePath.campaigns)?\(span)", isCurrent: !isDaily),
                .init(name: "By day", address: "\(EngagePath.campaigns)?\(span)&by=day", isCurrent: isDaily),
            ], rows: rows, isEmpty: rows.isEmpty, isCut: figures.count > rows.count,
            export: "\(EngagePath.campaigns).csv?\(span)\(isDaily ? "&by=day" : "")")
        return try desk.page(page, "engage-campaigns")
    }
}
