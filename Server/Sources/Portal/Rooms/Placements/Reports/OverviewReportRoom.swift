import Collector
import MarqueeWire
import PlatformStore

/// How the app is used by day: opens, sessions, new and returning installs, impressions and clicks.
struct OverviewReportRoom: PlacementReportRoom {
    static let path = PlacementReportPath.overview
    static let title = "Reports of placements"
    private static let nobody = "No device has opened the app through placements in these days."

    let desk: PortalDesk
    let sources: PlacementReportSources

    func content(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> PlacementReportPage.Content {
        let rows = try await wholeApp(choice, scope, by: .day)
        var totals = PlacementCounts()
        for row in rows { totals.add(row.counts) }
        var content = PlacementReportPage.Content()
        content.figures = Self.figures(totals)
        content.chart = Self.chart(choice.days, rows, totals)
        content.tables = [Self.days(rows), Self.retention(rows, today: today)]
        content.hints = ["Devices that opted out count in opens and sessions, and never as installs."]
        return content
    }

    private static func figures(_ totals: PlacementCounts) -> [PlacementReportPage.Figure] {
        guard !totals.isEmpty else { return [] }
        let length = totals.secondsPerSession.map(ChartScale.seconds.text)
        return [
            .init(name: "Opens", value: String(totals[.opens]), remark: nil),
            .init(
                name: "Sessions", value: String(totals[.sessions]), remark: length.map { "\($0) minutes on average" }),
            .init(name: "New installs", value: String(totals[.newInstalls]), remark: nil),
            .init(name: "Impressions", value: String(totals[.impressions]), remark: nil),
            .init(
                name: "Clicks", value: String(totals[.clicks]),
                remark: totals.share(.clicks, of: .impressions).map { "\(ReportTable.percent($0)) of impressions" }),
        ]
    }

    private static func chart(
        _ days: ClosedRange<Day>, _ rows: [PlacementRow], _ totals: PlacementCounts
    ) -> PlacementReportPage.Chart? {
        guard !rows.isEmpty else { return nil }
        return PlacementChart.chart(
            "Opens and new installs", days, rows, totals, [("Opens", .opens), ("New installs", .newInstalls)])
    }

    private static func days(_ rows: [PlacementRow]) -> ReportTable {
        ReportTable(
            "days", caption: "By day",
            hint:
                "Length is that of a session, in minutes. New, active and won back are installs; those that had not opened "
                + "the app in the seven days before are won back. Clicks are divided by opens and by impressions.",
            columns: [
                "Day", "Opens", "Sessions", "Length", "New", "Active", "Won back", "Impressions", "Clicks", "Per open",
                "Per impression",
            ],
            rows: rows.map { row in
                let counts = row.counts
                return (
                    [
                        .text(row.key.day?.description ?? ""), .count(counts[.opens]), .count(counts[.sessions]),
                        .number(
                            counts.secondsPerSession.map(ChartScale.seconds.text) ?? "–",
                            counts.secondsPerSession.map { $0 / 60 }),
                        .count(counts[.newInstalls]), .count(counts[.activeInstalls]),
                        .count(counts[.reengagedInstalls]), .count(counts[.impressions]), .count(counts[.clicks]),
                        .share(counts.share(.clicks, of: .opens)), .share(counts.share(.clicks, of: .impressions)),
                    ], nil
                )
            }, empty: nobody)
    }

    private static func retention(_ rows: [PlacementRow], today: Day) -> ReportTable {
        let new = rows.filter { $0.counts[.newInstalls] > 0 }
        return ReportTable(
            "retention", caption: "Retention",
            hint: "Of the installs that were new on a day, those that opened the app 1, 7 and 30 days later.",
            columns: ["New on", "Installs", "Day 1", "Day 7", "Day 30"],
            rows: new.map { row in
                let day = row.key.day ?? today
                func share(_ figure: PlacementFigure, after days: Int) -> ReportTable.Value {
                    // A day that is not over has no answer yet.
                    .share(day + days < today ? row.counts.share(figure, of: .newInstalls) : nil)
                }
                return (
                    [
                        .text(day.description), .count(row.counts[.newInstalls]), share(.returnedDay1, after: 1),
                        share(.returnedDay7, after: 7), share(.returnedDay30, after: 30),
                    ], nil
                )
            }, empty: "No install was new in these days.")
    }
}

/// A chart of figures by day.
enum PlacementChart {
    static func chart(
        _ title: String, _ days: ClosedRange<Day>, _ rows: [PlacementRow], _ totals: PlacementCounts,
        _ series: [(name: String, figure: PlacementFigure)]
    ) -> PlacementReportPage.Chart {
        let byDay = Dictionary(rows.compactMap { row in row.key.day.map { ($0, row.counts) } }) { one, other in
            var sum = one
            sum.add(other)
            return sum
        }
        let all = (days.lowerBound.number...days.upperBound.number).map { Day(number: $0) }
        let chart = LineChart(
            id: "placements", title: "\(title) by day", axis: title, scale: .count, labels: all.map(\.description),
            series: series.map { one in
                .init(
                    name: one.name, values: all.map { Double(byDay[$0]?[one.figure] ?? 0) },
                    total: "\(totals[one.figure]) in all")
            })
        let legend = zip(series, ["solid", "dashed"]).map { "\($0.name) (\($1))" }.joined(separator: " and ")
        return .init(title: title, image: chart.markup, legend: "\(legend) by day")
    }
}
