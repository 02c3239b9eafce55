import Collector
import Hummingbird
import PlatformStore

/// What players see at a place in an app, what devices do with it, and how developers test that their app asks for it.
struct PlacementsWing: PortalWing {
    let placements: any PlacementStore
    let testDevices: any TestDeviceStore
    let platform: Platform
    let reports: PlacementReportSources
    let preview: (@Sendable (ContentUnitRecord) async throws -> Response)?

    init(_ parts: PortalParts) {
        placements = parts.platform.placements
        testDevices = parts.platform.testDevices
        platform = parts.platform
        preview = parts.unitPreview
        reports = PlacementReportSources(
            collector: parts.collector, placements: parts.platform.placements, purchases: parts.platform.purchases)
    }

    var wing: Wing { .placements }

    var menu: [MenuSection] {
        [
            MenuSection(
                heading: "Placements",
                entries: [
                    MenuEntry(address: PlacePath.places, name: "All placements"),
                    MenuEntry(address: UnitPath.units, name: "Content units"),
                    MenuEntry(address: UnitPath.calendar, name: "Schedule"),
                    MenuEntry(address: PlacementReportPath.overview.address, name: "Reports"),
                    MenuEntry(address: ConsolePath.devices, name: "Test console"),
                ])
        ]
    }

    var scripts: [String] { ["console.js", "units.js"] }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        [
            PlaceListRoom(desk: desk, placements: placements),
            PlaceRoom(desk: desk, placements: placements),
            WhyRoom(desk: desk, placements: placements, purchases: reports.purchases),
            AnswersRoom(desk: desk, placements: placements),
            UnitsRoom(desk: desk, placements: placements),
            UnitRoom(
                desk: desk, placements: placements, library: UnitLibrary(platform: platform), preview: preview),
            UnitPictureRoom(desk: desk, platform: platform),
            UnitCalendarRoom(desk: desk, placements: placements),
            ConsoleRoom(desk: desk, testDevices: testDevices, placements: placements),
            ConsoleDeviceRoom(desk: desk, testDevices: testDevices, placements: placements),
        ] + PlacementReports.rooms(desk, reports)
    }
}
