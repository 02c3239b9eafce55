import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// What pages say that a unit does now (PLC-006, PLC-057).
@Suite struct UnitStateTests {
    private static let units = "/portal/placements/units"
    private static let picture = "/v3/pictures/\(TestPortal.app)/news/snow.png"

    /// A portal in which a placement has the unit.
    private func portal(with unit: ContentUnitRecord) async throws -> TestPortal {
        let portal = try await TestPortal()
        _ = try await portal.platform.placements.create(unit, by: "Ann")
        _ = try await portal.platform.placements.create(
            PlacementRecord(
                app: TestPortal.app, tag: "start", name: "Start", units: [.init(unit: unit.id, priority: 1)]),
            by: "Ann")
        return portal
    }

    /// The marks on the pages of the units, of the unit and of its placement.
    private static func states(_ browser: Browser) async throws -> [String] {
        var states: [String] = []
        for address in [units, "\(units)/my-unit", "/portal/placements/places/start"] {
            let page = try await browser.get(address).text
            states += page.matches(of: /<span class="mark [a-z]*">([^<]+)</).map { String($0.1) }
        }
        return states
    }

    // The clock of the portal shows Monday, 14:13 UTC.
    @Test(arguments: [
        ([2], 840, 900, "", "Running"), ([2], 900, 960, "", "Outside its hours"),
        ([3], 840, 900, "", "Outside its hours"), ([2], 960, 1020, "Europe/Berlin", "Running"),
        ([2], 840, 900, "Europe/Berlin", "Outside its hours"), ([1], 1380, 900, "", "Running"),
    ])
    func `a unit that is at none of its times of the week is not said to run`(
        _ weekdays: [Int], _ start: Int, _ end: Int, _ zone: String, _ state: String
    ) async throws {
        var unit = ContentUnitRecord(
            app: TestPortal.app, id: "my-unit", name: "My Unit", kind: .announcement,
            document: UnitDocument(["title": .text("News"), "message": .text("Hello")]))
        unit.rules.hours = [.init(weekdays: weekdays, start: start, end: end)]
        unit.rules.timeZone = zone.isEmpty ? nil : zone
        let portal = try await portal(with: unit)
        try await portal.signedIn { browser in
            #expect(try await Self.states(browser) == [state, state, state])
            let saved = try await browser.get("\(Self.units)/my-unit?done=saved").text
            #expect(saved.contains("Now is none of the unit’s times of the week.") == (state != "Running"))
        }
    }

    @Test func `a unit whose picture was deleted from the library says so, and where`() async throws {
        let image = JSONValue.record(["url": .text(Self.picture), "w": .integer(320), "h": .integer(480)])
        let portal = try await portal(
            with: ContentUnitRecord(
                app: TestPortal.app, id: "my-unit", name: "My Unit", kind: .image,
                document: UnitDocument(["image": .record(["PH_PORTRAIT": image])])))
        let object = try await portal.platform.objects.put(Data("picture".utf8))
        let asset = AssetRecord(
            app: TestPortal.app, hub: "news", name: "snow.png", mediaType: "image/png", object: object)
        try await portal.platform.content.put(asset, by: "Ann")
        try await portal.signedIn { browser in
            #expect(try await Self.states(browser) == ["Running", "Running", "Running"])
            try await portal.platform.media.delete(asset.uri, app: TestPortal.app, by: "Ann")
            #expect(try await Self.states(browser) == Array(repeating: "Picture missing", count: 3))
            let page = try await browser.get("\(Self.units)/my-unit?done=saved").text
            #expect(page.contains("A picture of the unit is no longer in the media library."))
            #expect(page.contains("<li><a href=\"#d-image-PH_PORTRAIT-url\">Upright picture: address</a></li>"))
        }
    }
}
