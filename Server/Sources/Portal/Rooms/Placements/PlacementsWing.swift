import PlatformStore

/// What players see at a place in an app, and how developers test that their app asks for it.
struct PlacementsWing: PortalWing {
    let placements: any PlacementStore
    let testDevices: any TestDeviceStore

    init(_ parts: PortalParts) {
        placements = parts.platform.placements
        testDevices = parts.platform.testDevices
    }

    var wing: Wing { .placements }

    var menu: [MenuSection] {
        [
            MenuSection(
                heading: "Placements", entries: [MenuEntry(address: ConsolePath.devices, name: "Test console")])
        ]
    }

    var scripts: [String] { ["console.js"] }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        [
            ConsoleRoom(desk: desk, testDevices: testDevices, placements: placements),
            ConsoleDeviceRoom(desk: desk, testDevices: testDevices, placements: placements),
        ]
    }
}
