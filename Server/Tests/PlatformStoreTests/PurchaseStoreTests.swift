import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// PLC-080, 081, 083, 084, 087, 138.
@Suite struct PurchaseStoreTests {
    private static let dollar = TrackedPurchase.Price(milliunits: 990, currency: "USD")

    @Test(arguments: StoreEngine.all)
    func `a report is stored as it came, once`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let report = TrackedPurchase(
            report: "r1", install: "gid", product: "coins", quantity: 3, resolution: .cancel, price: Self.dollar,
            errorCode: 2, unit: "unit-7", receipt: Data("receipt".utf8))
        let stored = try await purchases.record(report, app: "demo")
        store.advance(by: .seconds(60))
        #expect(try await purchases.record(report, app: "demo") == stored, "a report that comes again")
        let found = try await purchases.purchase(stored.id, app: "demo")
        #expect(found == stored)
        #expect(
            [found.install, found.product, found.unit ?? "", "\(found.quantity)", "\(found.errorCode ?? 0)"]
                == ["gid", "coins", "unit-7", "3", "2"])
        #expect(found.resolution == .cancel && found.price == Self.dollar && found.revenue == nil)
        #expect(found.status == .unverified && found.due == nil, "nobody verifies a purchase that was cancelled")
        #expect(found.receiptDigest?.count == 64)
        #expect(try await purchases.purchases(.init(), app: "demo", before: nil, limit: 10).count == 1)
        #expect(await store.code { _ = try await purchases.purchase(stored.id, app: "other") } == .notFound)
    }

    @Test(arguments: StoreEngine.all)
    func `a report's key is the install's own, and without an install the app's`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        func record(_ install: String) async throws -> String {
            try await purchases.record(
                TrackedPurchase(report: "r1", install: install, product: "coins"), app: "demo"
            ).id
        }
        let (first, second) = (try await record("a"), try await record("b"))
        #expect(first != second)
        let again = [try await record("a"), try await record("b")]
        #expect(again == [first, second])
        let hidden = [try await record("opted out 1"), try await record("opted out 2")]
        #expect(hidden[0] == hidden[1] && hidden[0] != first)
        // Both may be forgotten: neither keeps its install.
        for install in ["a", "b"] { #expect(try await purchases.forget(install: install, app: "demo") == 1) }
        let afterwards = [try await record("a"), try await record("b")]
        #expect(afterwards == [first, second])
    }

    // PLC-020
    @Test(arguments: StoreEngine.all)
    func `a report is known again after its device opted out, and after it opted in again`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        func record(_ report: String, from install: String?, former: String? = nil) async throws -> PurchaseRecord {
            try await purchases.record(
                TrackedPurchase(
                    report: report, install: install ?? TrackedPurchase.nobody(report), product: "coins",
                    formerInstall: former), app: "demo")
        }
        let before = try await record("report-1", from: "phone")
        #expect(try await purchases.forget(install: "phone", app: "demo") == 1)
        #expect(try await record("report-1", from: nil, former: "phone").id == before.id)
        #expect(try await record("report-1", from: nil, former: "pad").id != before.id, "another device's report")
        let meanwhile = try await record("report-2", from: nil, former: "phone")
        #expect(meanwhile.install.hasPrefix("opted out"), "nothing of the device is stored")
        #expect(try await record("report-2", from: "phone").id == meanwhile.id)
        #expect(try await record("report-3", from: "phone").id != meanwhile.id)
        let longest = String(repeating: "r", count: 255)
        let long = try await record(longest, from: nil)
        #expect(try await record(longest, from: nil).id == long.id)
        #expect(try await record(longest, from: "phone").id == long.id)
    }

    @Test(arguments: StoreEngine.all)
    func `a report that an earlier version stored under its key alone is known when it comes again`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let platform = store.platform
        let report = TrackedPurchase(report: "r1", install: "a", product: "coins")
        let stored = try await platform.purchases.record(report, app: "demo")
        let changed = try await platform.database.write {
            try $0.execute("UPDATE purchase SET report = 'r1' WHERE id = ?", [stored.id])
        }
        #expect(changed == 1)
        #expect(try await platform.purchases.record(report, app: "demo") == stored)
        var other = report
        other.install = "b"
        #expect(try await platform.purchases.record(other, app: "demo").id != stored.id)
    }

    @Test(arguments: StoreEngine.all)
    func `without a receipt a purchase is unverified, with one it waits, and reports without a key are each stored`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        for receipt in [nil, Data(), Data("eyJh.eyJi.c".utf8), Data([0x30, 1])] as [Data?] {
            try await purchases.record(
                TrackedPurchase(install: "gid", product: "coins", receipt: receipt), app: "demo")
        }
        let all = try await purchases.purchases(.init(), app: "demo", before: nil, limit: 10)
        #expect(all.map(\.status) == [.pending, .pending, .unverified, .unverified])
        #expect(try await purchases.claimDue(.signed, app: "demo", at: store.now)?.id == all[1].id)
        #expect(try await purchases.claimDue(.older, app: "demo", at: store.now)?.id == all[0].id)
    }

    @Test(arguments: StoreEngine.all)
    func `a purchase without a price has no revenue, not one of 0`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let stored = try await store.platform.purchases.record(
            TrackedPurchase(install: "gid", product: "coins"), app: "demo")
        #expect(stored.price == nil && stored.revenue == nil)
        #expect(try await store.platform.purchases.revenue(.init(), app: "demo") == [])
    }

    @Test(arguments: StoreEngine.all) func `values outside the limits are refused`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        func code(
            _ product: String = "coins", quantity: Int = 1, price: TrackedPurchase.Price? = nil, receipt: Int = 0,
            app: String = "demo"
        ) async -> StoreError.Code? {
            let purchase = TrackedPurchase(
                install: "gid", product: product, quantity: quantity, price: price, receipt: Data(count: receipt))
            return await store.code { try await store.platform.purchases.record(purchase, app: app) }
        }
        #expect(await code() == nil)
        #expect(await code("") == .invalid)
        #expect(await code(String(repeating: "x", count: 256)) == .invalid)
        #expect(await code(quantity: 0) == .invalid)
        #expect(await code(price: .init(milliunits: -1, currency: "USD")) == .invalid)
        #expect(await code(quantity: 2, price: .init(milliunits: .max, currency: "USD")) == .invalid)
        #expect(await code(price: .init(milliunits: 1, currency: "usd")) == .invalid)
        #expect(await code(receipt: 64 * 1024 + 1) == .invalid)
        #expect(await code(app: "none") == .notFound)
    }

    @Test(arguments: StoreEngine.all)
    func `pages by status, product, unit, device and time`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (purchases, start) = (store.platform.purchases, store.now)
        for number in 0..<6 {
            try await purchases.record(
                TrackedPurchase(
                    install: "gid\(number % 2)", product: "p\(number % 3)", unit: number < 2 ? "u" : nil,
                    receipt: number == 5 ? Data("x".utf8) : nil), app: "demo")
            store.advance(by: .seconds(60))
        }
        func found(_ filter: PurchaseFilter) async throws -> Int {
            try await purchases.purchases(filter, app: "demo", before: nil, limit: 10).count
        }
        #expect(try await found(PurchaseFilter(status: .pending)) == 1)
        #expect(try await found(PurchaseFilter(status: .unverified, product: "p2")) == 1)
        #expect(try await found(PurchaseFilter(install: "gid1")) == 3)
        #expect(try await found(PurchaseFilter(unit: "u")) == 2)
        #expect(try await found(PurchaseFilter(from: start + .seconds(60), until: start + .seconds(180))) == 2)
        #expect(try await purchases.counts(.init(), app: "demo") == [.pending: 1, .unverified: 5])
        let first = try await purchases.purchases(.init(), app: "demo", before: nil, limit: 4)
        let rest = try await purchases.purchases(.init(), app: "demo", before: first.last?.id, limit: 4)
        #expect(
            first.count == 4 && rest.count == 2
                && (first + rest).map(\.id) == (first + rest).map(\.id).sorted().reversed())
    }

    @Test(arguments: StoreEngine.all)
    func `how the store knows an app is kept sealed, and the audit log does not have the password`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        #expect(try await purchases.identity(app: "demo") == nil)
        let identity = StoreIdentity(bundleIDs: ["org.example.game", "org.example.game2"], password: "shared-secret")
        try await purchases.setIdentity(identity, app: "demo", by: "Ann")
        #expect(try await store.reopened().purchases.identity(app: "demo") == identity)
        let line = try #require(try await store.platform.audit.entries(app: "demo", before: nil, limit: 1).first)
        #expect(line.subject == "org.example.game org.example.game2" && !line.detail.contains("shared-secret"))
        try await purchases.setIdentity(.init(bundleIDs: ["a"]), app: "demo", by: "Ann")
        #expect(try await purchases.identity(app: "demo") == StoreIdentity(bundleIDs: ["a"]))
        for names in [[], ["a b"], [""], Array(repeating: "a", count: 21)] {
            let code = await store.code {
                try await purchases.setIdentity(.init(bundleIDs: names), app: "demo", by: "Ann")
            }
            #expect(code == .invalid)
        }
    }
}
