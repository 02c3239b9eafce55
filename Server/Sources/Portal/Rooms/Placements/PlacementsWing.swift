import Collector
import PlatformStore

/// Placements, what they show, and what devices do with them.
struct PlacementsWing: PortalWing {
    let reports: PlacementReportSources

    init(_ parts: PortalParts) {
        reports = PlacementReportSources(
            collector: parts.collector, placements: parts.platform.placements, purchases: parts.platform.purchases)
    }

    var wing: Wing { .placements }

    var menu: [MenuSection] {
        [
            MenuSection(
                heading: "Placements",
                entries: [MenuEntry(address: PlacementReportPath.overview.address, name: "Reports")])
        ]
    }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        PlacementReports.rooms(desk, reports)
    }
}
