import Collector
import MarqueeWire
import PlatformStore

/// Whether a badge brings players to the list of games: opens after a badge was shown, and without one.
struct BadgesReportRoom: PlacementReportRoom {
    static let path = PlacementReportPath.badges
    static let title = "Reports of badges"

    /// The placements whose uplift stands above the tables: those with the most badges.
    private static let mostFigures = 6

    let desk: PortalDesk
    let sources: PlacementReportSources

    func content(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> PlacementReportPage.Content {
        let reports = sources.collector.reports
        func rows(_ grouping: PlacementQuery.Grouping) async throws -> [PlacementRow] {
            var query = choice.query(scope, by: grouping, now: desk.now())
            query.unit = nil
            return try await reports.placements(query).filter { row in
                [.badges, .emptyBadges, .opensWithBadge, .opensWithoutBadge].contains { row.counts[$0] > 0 }
            }
        }
        let (days, places) = (try await rows(.day), try await rows(.placement))
        var content = PlacementReportPage.Content()
        content.hints = [
            "An open counts as “with a badge” if the device says that the badge was on the screen, with a value, "
                + "when it asked for the list. A badge behind another view was not on the screen. PlayHaven’s own SDKs do "
                + "not say it: with them, all opens are without a badge."
        ]
        // Each placement for itself: a list without a badge of its own, or one that is opened more often than others, says
        // nothing about what the badge of another one brings.
        let uplifts = places.compactMap { row in
            Self.uplift(row.counts).map { (row.key.placement ?? "", $0, row.counts[.badges]) }
        }.sorted { $0.2 > $1.2 }
        content.figures = uplifts.prefix(Self.mostFigures).map { place, uplift, _ in
            .init(
                name: uplifts.count == 1 ? "Uplift" : "Uplift of \(place)", value: uplift,
                remark: "opens per request for a badge")
        }
        content.tables = [
            Self.table("placements", "By placement", "Placement", places) {
                $0.key.placement ?? ""
            },
            Self.table("days", "By day", "Day", days) { $0.key.day?.description ?? "" },
        ]
        return content
    }

    /// How much more often a list is opened per badge with a value than per badge without one.
    private static func uplift(_ totals: PlacementCounts) -> String? {
        guard let with = totals.share(.opensWithBadge, of: .badges),
            let without = totals.share(.opensWithoutBadge, of: .emptyBadges), without > 0
        else { return nil }
        let change = with / without - 1
        return "\(change < 0 ? "−" : "+")\(ReportTable.percent(abs(change)))"
    }

    private static func table(
        _ id: String, _ caption: String, _ first: String, _ rows: [PlacementRow],
        _ name: (PlacementRow) -> String
    ) -> ReportTable {
        ReportTable(
            id, caption: caption,
            columns: [
                first, "Badges with a value", "Lists opened with a badge", "Per badge", "Badges without a value",
                "Lists opened without a badge", "Per empty badge",
            ],
            rows: rows.map { row in
                let counts = row.counts
                return (
                    [
                        .text(name(row)), .count(counts[.badges]), .count(counts[.opensWithBadge]),
                        .share(counts.share(.opensWithBadge, of: .badges)), .count(counts[.emptyBadges]),
                        .count(counts[.opensWithoutBadge]), .share(counts.share(.opensWithoutBadge, of: .emptyBadges)),
                    ], nil
                )
            }, empty: "Nobody has asked for a badge or opened a list of games in these days.")
    }
}
