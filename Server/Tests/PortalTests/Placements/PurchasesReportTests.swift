import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// The report of purchases, page by page.
@Suite struct PurchasesReportTests {
    private static let room = "/portal/placements/reports/purchases"

    @Test func `a page that shows all purchases leads to no earlier ones`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            for (number, hasEarlier) in [(50, false), (1, true)] {
                for place in 0..<number {
                    _ = try await portal.platform.purchases.record(
                        TrackedPurchase(install: "gid-\(number)-\(place)", product: "coins"), app: TestPortal.app)
                }
                let page = try await browser.get(Self.room).text
                #expect(page.contains("Earlier purchases") == hasEarlier)
            }
        }
    }
}
