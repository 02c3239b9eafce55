import Decisioning
import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// PLC-058: what a placement would show to a device, and why nothing else.
@Suite struct WhyRoomTests {
    private static let why = "/portal/placements/places/start/why"

    /// A list of games that are all left out, a unit with a rule, and one for everybody, in this order.
    private static func fill(_ portal: TestPortal, _ rules: String) async throws {
        let placements = portal.platform.placements
        let list = ContentUnitRecord(
            app: TestPortal.app, id: "list", name: "List", kind: .moreGames,
            document: UnitDocument([
                "title": .text("More"),
                "items": .list([
                    .record([
                        "title": .text("Scree"), "url": .text("https://a.example/"),
                        "image": .text("https://a.example/i.png"), "excluded": .truth(true),
                    ])
                ]),
            ]))
        let text = UnitDocument(["title": .text("News"), "message": .text("Hello")])
        var ruled = ContentUnitRecord(
            app: TestPortal.app, id: "ruled", name: "Ruled", kind: .announcement, document: text)
        ruled.rules = try JSONDecoder().decode(UnitRules.self, from: Data(rules.utf8))
        let rest = ContentUnitRecord(
            app: TestPortal.app, id: "rest", name: "Rest", kind: .announcement, document: text)
        for unit in [list, ruled, rest] { _ = try await placements.create(unit, by: "Ann") }
        _ = try await placements.create(
            PlacementRecord(
                app: TestPortal.app, tag: "start", name: "Start",
                units: ["list", "ruled", "rest"].enumerated().map { .init(unit: $1, priority: $0 + 1) }), by: "Ann")
    }

    @Test(
        arguments: [
            (#"{"attribute": "os_version", "test": "atLeast", "bound": 6}"#, "os=iPhone+OS+17.1", true),
            (#"{"attribute": "os_version", "test": "atLeast", "bound": "17.10"}"#, "os=iPhone+OS+17.9", false),
            (#"{"attribute": "app_version", "test": "atLeast", "bound": "1.10"}"#, "app_version=1.9", false),
            (#"{"attribute": "app_version", "test": "atLeast", "bound": "1.10"}"#, "app_version=1.10.1", true),
            (#"{"attribute": "connection", "test": "oneOf", "values": ["2"]}"#, "connection=2", true),
            (#"{"attribute": "custom.level", "test": "atLeast", "bound": 9.45}"#, "custom={\"level\":\"9.5\"}", true),
            (#"{"attribute": "custom.level", "test": "atLeast", "bound": 5}"#, "custom={\"level\":4}", false),
        ])
    func `the page decides as a device's request does`(condition: String, device: String, isShown: Bool) async throws {
        let portal = try await TestPortal()
        try await Self.fill(portal, #"{"conditions": [\#(condition)]}"#)
        let query = try #require(device.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed))
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.why)?\(query)").text
            #expect(page.contains(isShown ? ">Ruled</a></p>" : ">Rest</a></p>"))
            #expect(page.contains("without a game to show: all are left out"))
            #expect(page.contains("for other devices: ") != isShown)
        }
    }

    @Test func `without an install, a cap of devices asks for one`() async throws {
        let portal = try await TestPortal()
        try await Self.fill(portal, #"{"caps": [{"limit": 1, "scope": "device"}]}"#)
        try await portal.signedIn { browser in
            let unnamed = try await browser.get(Self.why).text
            #expect(unnamed.contains("capped for each device at 1: name an install"))
            let named = try await browser.get("\(Self.why)?install=phone").text
            #expect(named.contains(">Ruled</a></p>"))
        }
    }

    @Test func `an install that nothing is known of is not taken for a device of the app`() async throws {
        let portal = try await TestPortal()
        try await Self.fill(portal, "{}")
        let ask = PlacementAsk(
            app: TestPortal.app, nonce: "n", nonceEnds: portal.clock.now + .seconds(600), install: "opener",
            identifiers: [], purpose: .session(known: "", new: "token"))
        _ = try await portal.platform.placements.decide(ask)
        _ = try await portal.platform.purchases.record(
            TrackedPurchase(install: "payer", product: "p"), app: TestPortal.app)
        try await portal.signedIn { browser in
            for (query, isUnknown) in [
                ("", false), ("install=opener", false), ("install=payer", false), ("install=Opener", true),
            ] {
                let page = try await browser.get("\(Self.why)?\(query)").text
                let sentence = "Nothing is known of an install with this id"
                #expect(page.contains(sentence) == isUnknown, "\(query)")
                #expect(page.contains(">Ruled</a></p>"))
            }
        }
    }
}
