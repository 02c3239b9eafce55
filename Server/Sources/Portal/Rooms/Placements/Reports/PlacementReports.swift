/// The rooms of the reports.
enum PlacementReports {
    static func rooms(_ desk: PortalDesk, _ sources: PlacementReportSources) -> [any PortalRoom] {
        [
            OverviewReportRoom(desk: desk, sources: sources), UnitsReportRoom(desk: desk, sources: sources),
            OffersReportRoom(desk: desk, sources: sources), PurchasesReportRoom(desk: desk, sources: sources),
            ValueReportRoom(desk: desk, sources: sources), BadgesReportRoom(desk: desk, sources: sources),
            ComparisonReportRoom(desk: desk, sources: sources),
        ]
    }
}
