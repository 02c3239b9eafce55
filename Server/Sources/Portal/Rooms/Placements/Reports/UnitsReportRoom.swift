import Collector
import MarqueeWire
import PlatformStore

/// What became of each unit: answers, impressions, clicks, dismissals, rewards, and each of them by day.
struct UnitsReportRoom: PlacementReportRoom {
    static let path = PlacementReportPath.units
    static let title = "Reports of units"

    private static let columns = [
        "Answers", "Impressions", "Clicks", "Per impression", "Per open", "Closed", "Dismissed", "Rewards", "Forms",
    ]

    let desk: PortalDesk
    let sources: PlacementReportSources
    /// The most rows by day and unit.
    var mostRows = 100_000

    func content(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> PlacementReportPage.Content {
        let reports = sources.collector.reports
        let names = try await unitNames(scope)
        let now = desk.now()
        let units = try await reports.placements(choice.query(scope, by: .unit, now: now))
        var byDays = choice.query(scope, by: [.day, .unit], now: now)
        byDays.limit = mostRows
        let days = try await reports.placements(byDays)
        let opens = try await wholeApp(choice, scope, by: .day)
        let byDay = Dictionary(opens.compactMap { row in row.key.day.map { ($0, row.counts[.opens]) } }) { $0 + $1 }
        let allOpens = byDay.values.reduce(0, +)
        var content = PlacementReportPage.Content()
        if days.count >= mostRows {
            content.warnings = [
                "The figures by day and unit end at \(mostRows) rows, the latest first: choose fewer days for the rest."
            ]
        }
        if choice.unit != nil, let totals = units.first?.counts {
            content.chart = PlacementChart.chart(
                "Impressions and clicks", choice.days, days, totals,
                [("Impressions", .impressions), ("Clicks", .clicks)])
        }
        content.tables = [
            ReportTable(
                "units", caption: "By unit",
                hint:
                    "Clicks are divided by impressions, and by all opens of the app in these days. Closed: with the close "
                    + "button; dismissed: with the unit’s own. Each counts once for an answer.",
                columns: ["Unit"] + Self.columns,
                rows: units.compactMap { row in
                    guard let unit = row.key.unit else { return nil }
                    return (
                        [.text(names[unit] ?? unit)] + Self.values(row.counts, opens: allOpens),
                        choice.address { $0.unit = unit }
                    )
                }, empty: "No unit was answered in these days."),
            try await rewards(choice, scope, names),
            ReportTable(
                "days", caption: "By day and unit", columns: ["Day", "Unit", "Name"] + Self.columns,
                rows: days.compactMap { row in
                    guard let unit = row.key.unit, let day = row.key.day else { return nil }
                    let names: [ReportTable.Value] = [
                        .text(day.description), .text(unit), .text(names[unit] ?? unit),
                    ]
                    return (names + Self.values(row.counts, opens: byDay[day] ?? 0), nil)
                }, empty: "No unit was answered in these days.", isFileOnly: choice.unit == nil),
        ]
        return content
    }

    private static func values(_ counts: PlacementCounts, opens: Int) -> [ReportTable.Value] {
        [
            .count(counts[.answers]), .count(counts[.impressions]), .count(counts[.clicks]),
            .share(counts.share(.clicks, of: .impressions)),
            .share(opens > 0 ? Double(counts[.clicks]) / Double(opens) : nil), .count(counts[.closed]),
            .count(counts[.dismissed]), .count(counts[.rewards]), .count(counts[.forms]),
        ]
    }

    private func rewards(
        _ choice: PlacementReportChoice, _ scope: Scope, _ names: [String: String]
    ) async throws -> ReportTable {
        let rewards = try await sources.collector.reports.placementRewards(
            choice.query(scope, by: .unit, now: desk.now()))
        return ReportTable(
            "rewards", caption: "Rewards",
            hint: "By the name that a reward had when the unit was answered.",
            columns: ["Reward", "Unit", "Unlocked", "Pieces"],
            rows: rewards.map { reward in
                (
                    [
                        .text(reward.reward), .text(names[reward.unit] ?? reward.unit), .count(reward.unlocks),
                        .count(reward.pieces),
                    ], nil
                )
            }, empty: "No reward was unlocked in these days.")
    }
}
