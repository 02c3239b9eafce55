import Collector
import PlatformStore

/// What players see at a place in an app, and how developers test that their app asks for it.
struct PlacementsWing: PortalWing {
    let placements: any PlacementStore
    let testDevices: any TestDeviceStore
    let reports: PlacementReportSources

    init(_ parts: PortalParts) {
        placements = parts.platform.placements
        testDevices = parts.platform.testDevices
        reports = PlacementReportSources(
            collector: parts.collector, placements: placements, purchases: parts.platform.purchases)
    }

    var wing: Wing { .placements }

    var menu: [MenuSection] {
        [
            MenuSection(
                heading: "Placements",
                entries: [
                    MenuEntry(address: PlacementReportPath.overview.address, name: "Reports"),
                    MenuEntry(address: ConsolePath.devices, name: "Test console"),
                ])
        ]
    }

    var scripts: [String] { ["console.js"] }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        [
            ConsoleRoom(desk: desk, testDevices: testDevices, placements: placements),
            ConsoleDeviceRoom(desk: desk, testDevices: testDevices, placements: placements),
        ] + PlacementReports.rooms(desk, reports)
    }
}
