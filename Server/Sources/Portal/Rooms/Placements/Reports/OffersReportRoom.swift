import Collector
import MarqueeWire
import PlatformStore

/// How far players come with each unit that offers a purchase, and what it brings.
struct OffersReportRoom: PlacementReportRoom {
    static let path = PlacementReportPath.offers
    static let title = "Reports of offers"

    let desk: PortalDesk
    let sources: PlacementReportSources

    func content(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> PlacementReportPage.Content {
        let units = try await sources.placements.units(app: scope.app)
        let names = Self.names(units)
        let offers = Set(units.filter { $0.kind == .purchase }.map(\.id))
        let rows = try await sources.collector.reports.placements(choice.query(scope, by: .unit, now: desk.now()))
            .filter { row in
                row.key.unit.map(offers.contains) == true || row.counts[.tries] > 0
                    || row.key.unit != nil && row.counts[.bought] > 0
            }
        let used = try await sources.placements.usedUnitIDs(app: scope.app)
        let named = try await sources.purchases.revenueByUnit(choice.purchases, app: scope.app)
        // The text of a cookie is the device's: what names no unit adds no row.
        let revenue = named.filter { used.contains($0.key) }
        var content = PlacementReportPage.Content()
        content.hints = [
            "A try is unresolved if its device has reported nothing within 24 hours; younger ones wait. "
                + "Tries of devices that opted out are not followed.",
            "Purchases are counted as devices report them; the revenue says what the store has confirmed.",
        ]
        if sources.collector.server != nil {
            content.warnings = [
                "Several servers share the database. A try that this server took is unresolved here if another server "
                    + "took its report."
            ]
        }
        if revenue.count < named.count {
            content.warnings.append(
                "Some purchases have a cookie that names no unit of this app. Their revenue is not in these rows.")
        }
        content.tables = [
            ReportTable(
                "funnel", caption: "From the offer to the purchase",
                columns: [
                    "Unit", "Shown", "Tried", "Bought", "Cancelled", "Error", "Unresolved", "Waiting",
                    "Bought of shown",
                ],
                rows: rows.map { row in
                    let (unit, counts) = (row.key.unit ?? "", row.counts)
                    return (
                        [
                            .text(names[unit] ?? unit), .count(counts[.impressions]), .count(counts[.tries]),
                            .count(counts[.bought]), .count(counts[.cancelled]), .count(counts[.failed]),
                            .count(counts[.unresolved]), .count(counts[.waiting]),
                            .share(counts.share(.bought, of: .impressions)),
                        ], choice.address { $0.unit = unit }
                    )
                }, empty: "No unit has offered a purchase in these days."),
            ReportTable(
                "revenue", caption: "Revenue by unit",
                hint: "Sandbox purchases and those that were refused or refunded bring nothing.",
                columns: ["Unit", "Currency", "Verified", "Unverified", "Pending", "Purchases"],
                rows: revenue.sorted { $0.key < $1.key }.flatMap { unit, amounts in
                    amounts.map { amount in
                        (
                            [
                                .text(names[unit] ?? unit), .text(amount.currency),
                                ReportTable.money(amount.verified.milliunits),
                                ReportTable.money(amount.unverified.milliunits),
                                ReportTable.money(amount.pending.milliunits),
                                .count(
                                    amount.verified.purchases + amount.unverified.purchases + amount.pending.purchases),
                            ], nil
                        )
                    }
                }, empty: "No unit has brought revenue in these days."),
        ]
        return content
    }
}
