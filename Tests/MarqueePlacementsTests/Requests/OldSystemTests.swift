import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// A device whose system has no store view, no advertising id, no hardware address and no known connection (PLC-105), and an
/// app that was built without a store (PLC-009, PLC-076).
struct OldSystemTests {
    private static let unit: JSONValue = .record([
        "url": .text("https://media.example/unit.html"), "transition": .text("PH_MODAL"),
        "frame": .text("PH_FULLSCREEN"),
    ])

    private static func launch() throws -> BridgeMessage {
        try BridgeMessage(
            JSONValue.record([
                "command": .text("launch"),
                "context": .record([
                    "url": .text("https://apps.apple.com/app/id1"), "in_app_store_enabled": .truth(true),
                    "application_id": .text("1"),
                ]),
            ]).bytes)
    }

    @Test func `what the system lacks is left out, and everything else works`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start(
            hardwareAddress: HardwareAddress([2, 0, 0, 0, 0, 0]))
        try await app.placements.open()
        let surface = RecordingPlacementSurface(hasStoreView: false)
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        surface.request?.received(try Self.launch(), view: 1)
        #expect(await shown.value == .dismissed(.contentUnit))
        // Outside of the app, because there is no store view.
        #expect(surface.calls.contains("open https://apps.apple.com/app/id1 -"))
        let asked = try #require(phone.server.requests.last?.parameters)
        #expect(asked["isa"] == "0")
        #expect(asked["tracking"] == "0")
        #expect(Set(asked.keys).isDisjoint(with: ["d_ifa", "d_mac", "d_odin1", "connection", "d_custom"]))
        await app.close()
    }

    @Test func `an app that buys nothing says so in each request for content`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(nil) })
        let app = try phone.start()
        func ask() async throws -> String? {
            _ = try await app.placements.request("p").preload()
            return phone.server.requests.last?.parameters["vgp"]
        }
        #expect(try await ask() == "0")
        app.placements.setPurchaseHandler { _ in .buy }
        #expect(try await ask() == "1")
        app.placements.setPurchaseHandler(nil)
        #expect(try await ask() == "0")
        await app.close()
    }
}
