import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// Reported purchases (PLC-080 to PLC-083), and the resolutions of units (PLC-072 to PLC-074).
struct PurchaseReportTests {
    private static let offline: PlacementServer.Answer = { _ throws(TransportError) in
        throw TransportError(.unreachable, "offline")
    }

    private struct Shop: PlacementStore {
        let prices: [String: PurchaseReport.Price]

        func price(of product: String) async -> PurchaseReport.Price? { prices[product] }
    }

    /// The reports that the server has seen, without what every request carries.
    private static func seen(_ phone: PlacementPhone) -> [[String: String]] {
        let others = RequestParametersTests.common.union(["purchase_id"])
        return phone.server.requests.filter { $0.path == "/v3/publisher/iap/" }
            .map { $0.parameters.filter { !others.contains($0.key) } }
    }

    @Test func `a purchase is reported as it ended, with its price and its receipt`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        try await app.placements.report(
            PurchaseReport(
                "candy", quantity: 2, resolution: .buy, price: .init(Decimal(string: "0.99") ?? 0, "USD"),
                receipt: Data([0xFB, 0xFF, 0xFE, 0x01])))
        #expect(await eventually { !Self.seen(phone).isEmpty })
        #expect(
            Self.seen(phone) == [
                [
                    "product": "candy", "quantity": "2", "resolution": "buy", "store": "ios", "price": "0.99",
                    "price_locale": "USD", "receipt": "-__-AQ",
                ]
            ])
        await app.close()
    }

    @Test func `a price that the report lacks comes from the store, and is never zero`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        app.placements.setStore(Shop(prices: ["gem": .init(3, "EUR")]))
        try await app.placements.report(PurchaseReport("gem", resolution: .cancel))
        try await app.placements.report(PurchaseReport("unknown", resolution: .buy))
        #expect(await eventually { Self.seen(phone).count == 2 })
        #expect(Self.seen(phone).map { $0["price"] } == ["3", nil])
        #expect(Self.seen(phone).map { $0["price_missing"] } == [nil, "1"])
        #expect(Self.seen(phone).map { $0["resolution"] } == ["cancel", "buy"])
        await app.close()
    }

    /// PLC-083: a store that never answers, and does not heed its cancellation, keeps no purchase back.
    private final class SilentStore: PlacementStore {
        private let callers = Locked<[CheckedContinuation<PurchaseReport.Price?, Never>]>([])

        func price(of product: String) async -> PurchaseReport.Price? {
            await withCheckedContinuation { caller in callers.withLock { $0.append(caller) } }
        }

        var isAsked: Bool { callers.withLock { !$0.isEmpty } }

        func answer() {
            let all = callers.withLock { callers in
                defer { callers = [] }
                return callers
            }
            for caller in all { caller.resume(returning: nil) }
        }
    }

    @Test func `a store that never answers keeps a purchase back for ten seconds`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let store = SilentStore()
        app.placements.setStore(store)
        try await app.placements.report(PurchaseReport("gem", resolution: .buy))
        #expect(await eventually { store.isAsked })
        let isSent = await eventually {
            phone.clock.advance(by: .seconds(1))
            return !Self.seen(phone).isEmpty
        }
        #expect(isSent)
        #expect(Self.seen(phone).map { $0["price_missing"] } == ["1"])
        store.answer()
        await app.close()
    }

    // PLC-080
    @Test func `a purchase whose receipt is too long for an address is sent as a form`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let receipt = Data(repeating: 0x6A, count: 24 * 1_024)
        for report in [
            PurchaseReport("gem", resolution: .buy, receipt: receipt), PurchaseReport("candy", resolution: .buy),
        ] { try await app.placements.report(report) }
        #expect(await eventually { Self.seen(phone).count == 2 })
        let sent = phone.server.transport.requests
        #expect(sent.map(\.method) == ["POST", "GET"])
        #expect(sent.map { $0.url.query() == nil } == [true, false])
        #expect(sent[0].headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(Self.seen(phone)[0]["receipt"] == PlacementSecret.unpaddedText(receipt))
        #expect(await eventually { (try? app.placements.purchaseCounts().posted) == 2 })
        await app.close()
    }

    @Test func `a report outlives the process that could not send it, and is sent once`() async throws {
        let phone = try PlacementPhone(PlacementServer(Self.offline))
        let first = try phone.start()
        let id = try await first.placements.report(PurchaseReport("candy", resolution: .buy))
        #expect(await eventually { !Self.seen(phone).isEmpty })
        await first.close()
        phone.server.set { _ in .success(nil) }
        let second = try phone.start()
        #expect(await eventually { (try? second.placements.purchaseCounts().posted) == 1 })
        let ids = phone.server.requests.compactMap { $0.parameters["purchase_id"] }
        #expect(Set(ids) == [id.description])
        await second.close()
        let sent = ids.count
        let third = try phone.start()
        await third.close()
        #expect(phone.server.requests.compactMap { $0.parameters["purchase_id"] }.count == sent)
    }

    @Test func `a server that refuses the app keeps the purchases waiting`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .refused("unknown token") })
        let first = try phone.start()
        try await first.placements.report(PurchaseReport("candy", resolution: .buy))
        #expect(await eventually { !Self.seen(phone).isEmpty })
        await first.close()
        phone.server.set { _ in .success(nil) }
        let second = try phone.start()
        #expect(await eventually { (try? second.placements.purchaseCounts().posted) == 1 })
        let nonces = phone.server.requests.compactMap { $0.parameters["nonce"] }
        #expect(Set(nonces).count == nonces.count)
        await second.close()
    }

    // PLC-080
    @Test func `a purchase that the server cannot accept keeps no other one back`() async throws {
        let phone = try PlacementPhone(
            PlacementServer { asked in
                asked.parameters["product"] == "odd" ? .refused("the price has too many digits") : .success(nil)
            })
        phone.server.refusalStatus.withLock { $0 = 400 }
        let app = try phone.start()
        for product in ["odd", "candy"] {
            try await app.placements.report(PurchaseReport(product, resolution: .buy))
        }
        #expect(await eventually { (try? app.placements.purchaseCounts().posted) == 1 })
        #expect(try app.placements.purchaseCounts().failed == 1)
        await app.close()
    }

    @Test func `a purchase that a unit started carries the unit's cookie once, also after a launch`() async throws {
        let phone = try PlacementPhone()
        let first = try phone.start()
        let handling = Self.handling(first)
        handling.setHandler { _ in .cancel }
        #expect(await handling.resolve(Self.candy, cookie: "unit-7") == .cancel)
        await first.close()
        let app = try phone.start()
        for product in ["gem", "candy", "candy"] {
            try await app.placements.report(PurchaseReport(product, resolution: .buy))
        }
        #expect(await eventually { Self.seen(phone).count == 3 })
        #expect(Self.seen(phone).map { $0["cookie"] } == [nil, "unit-7", nil])
        await app.close()
    }

    @Test func `of reports at the same time one carries the unit's cookie`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        try app.placements.state.store(cookie: "unit-7", of: "candy")
        await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { try await app.placements.report(PurchaseReport("candy", resolution: .buy)) }
            }
        }
        #expect(await eventually { Self.seen(phone).count == 20 })
        #expect(Self.seen(phone).compactMap { $0["cookie"] } == ["unit-7"])
        #expect(try app.placements.state.cookie(of: "candy") == nil)
        await app.close()
    }

    @Test func `a cookie whose report was not stored goes with the next one`() throws {
        let folder = try TemporaryFolder()
        let environment = Environment(folder: folder.url, transport: FakeTransport(), clock: ManualClock())
        let state = try PlacementState(environment)
        try state.store(cookie: "unit-7", of: "candy")
        #expect(try state.useCookie(of: "candy") == "unit-7")
        #expect(try state.useCookie(of: "candy") == nil, "it is being used")
        try state.store(cookie: "unit-8", of: "candy")
        #expect(try state.useCookie(of: "candy") == "unit-8", "a later unit's")
        state.returnCookie("unit-8", of: "candy")
        #expect(try state.useCookie(of: "candy") == "unit-8")
        state.close()
    }

    private static let candy = PlacementPurchase(product: "candy", name: "Candy", quantity: 1, receipt: "r")

    private static func handling(_ app: PlacementPhone.App) -> PurchaseHandling {
        PurchaseHandling(app.placements.state, app.core.consent, log: app.core.log)
    }

    // PLC-084
    @Test func `a purchase counts as a unit's only if the app was asked, and for seven days`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let (handling, state) = (Self.handling(app), app.placements.state)
        #expect(await handling.resolve(Self.candy, cookie: "unit-7") == .error)
        #expect(try state.cookie(of: "candy") == nil, "nobody was asked")
        handling.setHandler { _ in .cancel }
        _ = await handling.resolve(Self.candy, cookie: String(repeating: "x", count: 1_025))
        #expect(try state.cookie(of: "candy") == nil, "too long to be sent")
        _ = await handling.resolve(Self.candy, cookie: "unit\0")
        #expect(try state.cookie(of: "candy") == nil, "no server reads it")
        _ = await handling.resolve(Self.candy, cookie: "unit-7")
        phone.clock.advance(by: .seconds(7 * 86_400))
        #expect(try state.cookie(of: "candy") == "unit-7")
        phone.clock.advance(by: .seconds(1))
        #expect(try state.cookie(of: "candy") == nil)
        try state.store(cookie: "unit-8", of: "candy")
        try state.forget(cookie: "unit-7", of: "candy")
        #expect(try state.cookie(of: "candy") == "unit-8", "a later unit's")
        await app.close()
    }

    @Test(arguments: [("", 1, 0), ("candy", 0, 0), ("candy", 1, 24 * 1024 + 1), ("can\0dy", 1, 0)])
    func `a report without a product, a piece or a bearable receipt is refused`(
        product: String, quantity: Int, receipt: Int
    ) async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let report = PurchaseReport(
            product, quantity: quantity, resolution: .buy, receipt: Data(repeating: 1, count: receipt))
        let error = await #expect(throws: PlacementError.self) { try await app.placements.report(report) }
        #expect(error?.code == .invalidPurchase)
        await app.close()
    }

    @Test(
        arguments: [
            (NSError(domain: "SKErrorDomain", code: 2), PurchaseResolution.cancel, nil),
            (NSError(domain: "SKErrorDomain", code: 0), .error, 0),
            (NSError(domain: "OtherDomain", code: 2), .error, 2),
            (nil, .error, 0),
        ] as [(NSError?, PurchaseResolution, Int?)])
    func `an error of the store decides the resolution`(error: NSError?, resolution: PurchaseResolution, code: Int?) {
        let report = PurchaseReport("candy", error: error)
        #expect(report.resolution == resolution)
        #expect(report.errorCode == code)
    }

    /// An error that the debugger shows as one of StoreKit 2.
    private struct ModernError: Error, CustomDebugStringConvertible {
        let debugDescription: String
    }

    @Test(arguments: [
        ("StoreKit.StoreKitError.userCancelled", PurchaseResolution.cancel), ("StoreKit.StoreKitError.unknown", .error),
        ("Game.LoginError.userCancelled", .error),
    ])
    func `a cancelled payment of StoreKit 2 is no error`(name: String, resolution: PurchaseResolution) {
        let report = PurchaseReport("candy", error: ModernError(debugDescription: name))
        #expect(report.resolution == resolution && (report.errorCode == nil) == (resolution == .cancel))
    }

    // PLC-081
    @Test func `a purchase that failed is reported with its quantity, its error and its receipt`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let error = NSError(domain: "SKErrorDomain", code: 0)
        try await app.placements.report(
            PurchaseReport("candy", quantity: 2, error: error, receipt: Data([1])))
        #expect(await eventually { !Self.seen(phone).isEmpty })
        let sent = try #require(Self.seen(phone).first)
        let names = ["product", "quantity", "resolution", "error_code", "receipt"]
        #expect(names.map { sent[$0] } == ["candy", "2", "error", "0", "AQ"])
        await app.close()
    }

    @Test(arguments: [("Buy", PurchaseResolution.buy), ("cancel", .cancel), ("Failure", .failure), ("maybe", .error)])
    func `a resolution in the ancestor's spelling is read`(text: String, resolution: PurchaseResolution) {
        #expect(PurchaseResolution(text: text) == resolution)
    }
}
