import Collector
import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// What reports of placements say of figures that are not all there (PLC-007, PLC-066).
@Suite struct PlacementReportBoundsTests {
    private static let room = "/portal/placements/reports"

    private func record(
        _ name: PlacementEventName, _ properties: [String: Event.Value] = [:], of install: String = "gid",
        in portal: TestPortal
    ) async throws {
        let event = ServerEvent(
            name.rawValue, of: install, scope: try Scope(app: TestPortal.app), key: UUID().uuidString,
            made: portal.clock.now, properties: properties)
        #expect(await portal.collector.serverEvents.record([event]).isEmpty)
        while try await portal.collector.folding.foldOnce() {}
    }

    private static func unit(_ id: String) -> [String: Event.Value] {
        ["placement": "start", "unit": .text(id), "kind": "announcement"]
    }

    /// The report by day and unit, of the latest thirty days.
    private static func content(_ portal: TestPortal, mostRows: Int) async throws -> PlacementReportPage.Content {
        let desk = PortalDesk(
            accounts: portal.platform.accounts, apps: portal.platform.apps, wings: [],
            reach: PortalReach(servesTLS: false, formLimit: 1, importLimit: 1), hasLab: false,
            now: { portal.clock.now })
        let sources = PlacementReportSources(
            collector: portal.collector, placements: portal.platform.placements, purchases: portal.platform.purchases)
        let room = UnitsReportRoom(desk: desk, sources: sources, mostRows: mostRows)
        return try await room.content(try room.choice(FormFields([])), try Scope(app: TestPortal.app))
    }

    @Test(arguments: [(1, 1, true), (2, 2, true), (4, 3, false)])
    func `figures by day and unit end with the earliest days, and say so`(
        _ mostRows: Int, _ rows: Int, _ isCut: Bool
    ) async throws {
        let portal = try await TestPortal()
        let first = Day(portal.clock.now)
        try await record(.shown, Self.unit("a"), in: portal)
        portal.clock.advance(by: .seconds(86_400))
        for id in ["a", "b"] { try await record(.shown, Self.unit(id), in: portal) }
        let content = try await Self.content(portal, mostRows: mostRows)
        let days = try #require(content.tables.first { $0.id == "days" })
        let all = ["\(first + 1) a", "\(first + 1) b", "\(first) a"]
        #expect(days.values.map { "\($0[0].text) \($0[1].text)" } == Array(all.prefix(rows)))
        #expect(content.warnings.contains { $0.contains("end at \(mostRows) rows") } == isCut)
    }

    @Test func `figures that end say so also if tries wait behind the end`() async throws {
        let portal = try await TestPortal()
        try await record(.shown, Self.unit("a"), in: portal)
        try await record(.purchaseTried, Self.unit("b"), in: portal)
        let content = try await Self.content(portal, mostRows: 1)
        #expect(content.warnings.contains { $0.contains("end at 1 rows") })
    }

    @Test(arguments: [nil, "north"] as [String?])
    func `where several servers share a database, reports say whose figures they show`(_ server: String?) async throws {
        let portal = try await TestPortal(server: server)
        let isOneOfSeveral = server != nil
        try await record(.opened, in: portal)
        _ = try await portal.platform.purchases.record(
            TrackedPurchase(install: "gid", product: "p", price: .init(milliunits: 3000, currency: "USD")),
            app: TestPortal.app)
        try await portal.signedIn { browser in
            for path in PlacementReportPath.allCases {
                let page = try await browser.get(path.address).text
                #expect(page.contains("events that the server north took") == isOneOfSeveral, "\(path)")
            }
            let offers = try await browser.get("\(Self.room)/offers").text
            #expect(offers.contains("is unresolved here if another server took its report") == isOneOfSeveral)
            let value = try await browser.get("\(Self.room)/value?counted=all").text
            #expect(value.contains("installs are those that this one saw") == isOneOfSeveral)
            let each = try #require(value.components(separatedBy: "data-name=\"Per install\">").dropFirst().first)
            #expect(each.hasPrefix(isOneOfSeveral ? "–<" : "3.00<"))
            let paying = value.components(separatedBy: "data-name=\"Per paying install\">").dropFirst().first
            #expect(paying?.hasPrefix("3.00<") == true, "purchases are those of all servers")
        }
    }
}
