import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// PLC-084 to 087: what is counted, and what is not.
@Suite struct PurchaseSettlingTests {
    private static let dollar = TrackedPurchase.Price(milliunits: 990, currency: "USD")

    private static func sold(
        _ id: String, amount: TrackedPurchase.Price? = nil, _ environment: StoreTransaction.Environment = .production,
        payment: StoreTransaction.Payment = .paid, revoked: Timestamp? = nil, signed: Timestamp? = nil
    ) -> StoreTransaction {
        StoreTransaction(
            id: id, originalID: "o\(id)", bundleID: "org.example.game", product: "coins", quantity: 1,
            environment: environment, amount: amount, payment: payment,
            purchased: Timestamp(milliseconds: 1_700_000_000_000), revoked: revoked, signed: signed)
    }

    /// What verifying a transaction of this app comes to.
    private static func verdict(_ transaction: StoreTransaction) -> PurchaseVerdict {
        transaction.revoked == nil ? .valid([transaction]) : .refused(.refunded, transaction)
    }

    /// Reports a purchase with a receipt, and claims it.
    private static func pending(
        _ store: TemporaryPlatform, unit: String? = nil, install: String = "gid"
    ) async throws -> PendingPurchase {
        let purchases = store.platform.purchases
        try await purchases.record(
            TrackedPurchase(
                install: install, product: "coins", quantity: 2, price: Self.dollar, unit: unit, receipt: Data("x".utf8)
            ),
            app: "demo")
        return try #require(try await purchases.claimDue(.older, app: "demo", at: store.now))
    }

    @Test(arguments: StoreEngine.all)
    func `revenue is what the store says, and verified revenue stands apart`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let valid = try await Self.pending(store)
        #expect(
            try await purchases.revenue(.init(), app: "demo").first?.pending == .init(milliunits: 1980, purchases: 1))
        _ = try await purchases.settle(
            valid, as: .valid([Self.sold("1", amount: .init(milliunits: 1500, currency: "EUR"))]))
        _ = try await purchases.settle(Self.pending(store), as: .valid([Self.sold("2")]))
        _ = try await purchases.settle(Self.pending(store), as: .refused(.sandbox, Self.sold("3", .sandbox)))
        try await purchases.record(
            TrackedPurchase(install: "b", product: "coins", price: Self.dollar), app: "demo")
        let revenue = try await purchases.revenue(.init(), app: "demo")
        #expect(
            revenue == [
                Revenue(currency: "EUR", verified: .init(milliunits: 1500, purchases: 1)),
                Revenue(
                    currency: "USD", verified: .init(milliunits: 1980, purchases: 1),
                    unverified: .init(milliunits: 990, purchases: 1)),
            ])
        let own = try await purchases.revenue(.init(install: "b"), app: "demo")
        #expect(own.map(\.verified.milliunits) == [0])
        let record = try await purchases.purchase(valid.id, app: "demo")
        #expect(record.transactionID == "1" && record.originalTransactionID == "o1" && record.settled == store.now)
        let refused = try await purchases.purchases(.init(status: .refused), app: "demo", before: nil, limit: 2)
        #expect(refused.map(\.refusal) == [.sandbox] && refused.map(\.environment) == [.sandbox])
    }

    @Test(arguments: StoreEngine.all)
    func `what nobody paid for brings nothing, whatever price the store or the device names`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let euro = TrackedPurchase.Price(milliunits: 1500, currency: "EUR")
        func revenue(
            _ pending: PendingPurchase, _ transaction: StoreTransaction
        ) async throws -> TrackedPurchase.Price? {
            #expect(try await purchases.settle(pending, as: .valid([transaction])) == .valid)
            return try await purchases.purchase(pending.id, app: "demo").revenue
        }
        let device = try await revenue(Self.pending(store), Self.sold("1", payment: .free))
        #expect(device == .init(milliunits: 0, currency: "USD"))
        let signed = try await revenue(Self.pending(store), Self.sold("2", amount: euro, payment: .upgraded))
        #expect(signed == .init(milliunits: 0, currency: "EUR"))
        try await purchases.record(
            TrackedPurchase(install: "gid", product: "coins", receipt: Data("y".utf8)), app: "demo")
        let unpriced = try #require(try await purchases.claimDue(.older, app: "demo", at: store.now))
        #expect(try await revenue(unpriced, Self.sold("3", payment: .free)) == nil)
        let found = try await purchases.revenue(.init(), app: "demo")
        #expect(found.map(\.verified) == [.init(milliunits: 0, purchases: 1), .init(milliunits: 0, purchases: 1)])
    }

    @Test(arguments: StoreEngine.all)
    func `a subscription that was counted brings nothing once a higher one has taken its place`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let counted = try await Self.pending(store)
        _ = try await purchases.settle(counted, as: .valid([Self.sold("1")]))
        #expect(try await purchases.revenue(.init(), app: "demo").first?.verified.milliunits == 1980)
        let again = try await Self.pending(store)
        #expect(try await purchases.settle(again, as: .valid([Self.sold("1", payment: .upgraded)])) == .refused)
        let record = try await purchases.purchase(counted.id, app: "demo")
        #expect(record.status == .valid && record.revenue == .init(milliunits: 0, currency: "USD"))
    }

    @Test(arguments: StoreEngine.all)
    func `a transaction counts once and is its first reporter's, also for a unit`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let first = try await purchases.settle(Self.pending(store, unit: "u1"), as: .valid([Self.sold("1")]))
        let again = try await Self.pending(store, unit: "u2", install: "other")
        #expect(first == .valid)
        #expect(try await purchases.settle(again, as: .valid([Self.sold("1")])) == .refused)
        #expect(try await purchases.purchase(again.id, app: "demo").refusal == .replayed)
        #expect(try await purchases.counts(.init(status: .valid, unit: "u1"), app: "demo") == [.valid: 1])
        #expect(try await purchases.counts(.init(status: .valid, unit: "u2"), app: "demo") == [:])
        let many = [Self.sold("1"), Self.sold("2")]
        #expect(try await purchases.settle(Self.pending(store), as: .valid(many)) == .valid)
        #expect(try await purchases.settle(Self.pending(store), as: .valid(many)) == .refused)
    }

    @Test(arguments: StoreEngine.all)
    func `a waiting purchase is due at its time, with the reason, and a claim keeps it from others`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (purchases, other) = (store.platform.purchases, try await store.reopened().purchases)
        let pending = try await Self.pending(store)
        #expect(try await other.claimDue(.older, app: "demo", at: store.now) == nil)
        let due = store.now + .seconds(600)
        #expect(try await purchases.settle(pending, as: .waiting("the service is down", until: due)) == .pending)
        let record = try await other.purchase(pending.id, app: "demo")
        #expect(record.note == "the service is down" && record.due == due && record.attempts == 1)
        store.advance(by: .seconds(599))
        #expect(try await other.claimDue(.older, app: "demo", at: store.now) == nil)
        store.advance(by: .seconds(1))
        let next = try #require(try await other.claimDue(.older, app: "demo", at: store.now))
        #expect(next.attempt == 2 && next.receipt == Data("x".utf8))
        #expect(try await purchases.settle(pending, as: .refused(.forged, nil)) == nil, "a claim that is over")
        store.advance(by: .seconds(120))
        let last = try #require(try await other.claimDue(.older, app: "demo", at: store.now), "its server has ended")
        #expect(try await other.settle(last, as: .valid([Self.sold("1")])) == .valid)
        #expect(try await other.settle(last, as: .refused(.forged, nil)) == nil, "what is settled stays")
        store.advance(by: .seconds(100_000))
        #expect(try await other.claimDue(.older, app: "demo", at: store.now) == nil)
    }

    @Test(arguments: StoreEngine.all)
    func `an app's bundle ids make what waits due at once`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let pending = try await Self.pending(store)
        #expect(pending.bundleIDs == [])
        #expect(try await purchases.purchase(pending.id, app: "demo").note.contains("bundle ids"))
        _ = try await purchases.settle(pending, as: .waiting("no bundle id", until: store.now + .seconds(9999)))
        store.advance(by: .seconds(9999))
        #expect(try await purchases.appsDue(.older, at: store.now) == [], "nothing of it can be verified")
        try await purchases.setIdentity(.init(bundleIDs: ["org.example.game"]), app: "demo", by: "test")
        #expect(try await purchases.appsDue(.older, at: store.now) == ["demo"])
        #expect(try await purchases.appsDue(.signed, at: store.now) == [])
        #expect(try await purchases.purchase(pending.id, app: "demo").note == "")
        #expect(try await purchases.claimDue(.older, app: "demo", at: store.now)?.bundleIDs == ["org.example.game"])
    }

    @Test(arguments: StoreEngine.all)
    func `a receipt of another app is looked at again when the app has other names`(_ engine: StoreEngine) async throws
    {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let pending = try await Self.pending(store)
        #expect(try await purchases.settle(pending, as: .refused(.foreignApp, nil)) == .refused)
        try await purchases.setIdentity(.init(bundleIDs: ["org.example.hd"]), app: "demo", by: "test")
        let again = try #require(try await purchases.claimDue(pending.form, app: "demo", at: store.now))
        #expect((again.id, again.bundleIDs) == (pending.id, ["org.example.hd"]))
        #expect(try await purchases.settle(again, as: .refused(.forged, nil)) == .refused)
        try await purchases.setIdentity(.init(bundleIDs: ["org.example.game"]), app: "demo", by: "test")
        #expect(try await purchases.claimDue(pending.form, app: "demo", at: store.now) == nil, "another refusal stays")
    }

    @Test(arguments: StoreEngine.all)
    func `a receipt whose chain was not trusted is looked at again when somebody says how the store knows the app`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let identity = StoreIdentity(bundleIDs: ["org.example.game"])
        try await purchases.setIdentity(identity, app: "demo", by: "test")
        let pending = try await Self.pending(store)
        #expect(try await purchases.settle(pending, as: .refused(.untrustedChain, nil)) == .refused)
        #expect(try await purchases.claimDue(pending.form, app: "demo", at: store.now) == nil)
        try await purchases.setIdentity(identity, app: "demo", by: "test")
        let again = try #require(try await purchases.claimDue(pending.form, app: "demo", at: store.now))
        #expect(again.id == pending.id)
        #expect(try await purchases.settle(again, as: .valid([Self.sold("1")])) == .valid)
    }

    @Test(arguments: StoreEngine.all)
    func `a refund takes a purchase back, before and after it is verified, and its reversal gives it back`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        func notice(
            _ id: String, _ kind: String, _ transaction: String, seconds: Int,
            _ environment: StoreTransaction.Environment = .production
        ) async throws -> Bool {
            try await purchases.record(
                StoreNotice(
                    id: id, kind: kind, transactionID: transaction, environment: environment,
                    signed: store.now + .seconds(seconds)), app: "demo")
        }
        let pending = try await Self.pending(store)
        _ = try await purchases.settle(pending, as: .valid([Self.sold("1")]))
        func status() async throws -> PurchaseStatus { try await purchases.purchase(pending.id, app: "demo").status }
        #expect(try await notice("s", "REFUND", "1", seconds: 0, .sandbox))
        #expect(try await status() == .valid, "a notice of the test environment decides nothing")
        #expect(try await notice("c", "CONSUMPTION_REQUEST", "1", seconds: 0))
        #expect(try await status() == .valid)
        #expect(try await notice("a", "REFUND", "1", seconds: 1))
        #expect(try await !notice("a", "REFUND", "1", seconds: 1), "a notice that comes again")
        #expect(try await status() == .refunded)
        #expect(try await purchases.revenue(.init(), app: "demo") == [])
        #expect(try await notice("b", "REFUND_REVERSED", "1", seconds: 3))
        #expect(try await status() == .valid)
        #expect(try await notice("l", "REVOKE", "1", seconds: 2))
        #expect(try await status() == .valid, "an earlier notice that comes late")
        #expect(try await notice("e", "REFUND", "2", seconds: 1))
        #expect(try await purchases.settle(Self.pending(store), as: .valid([Self.sold("2")])) == .refunded)
        let captured = Self.verdict(Self.sold("1", revoked: store.now + .seconds(2)))
        #expect(try await purchases.settle(Self.pending(store), as: captured) == .refused)
        #expect(try await status() == .valid, "a receipt from before the reversal")
        let later = Self.verdict(Self.sold("1", revoked: store.now + .seconds(4)))
        #expect(try await purchases.settle(Self.pending(store), as: later) == .refused)
        #expect(try await status() == .refunded, "a receipt that says itself that it was refunded")
        let unknown = await store.code {
            try await purchases.record(
                StoreNotice(id: "z", kind: "TEST", transactionID: nil, environment: .production, signed: store.now),
                app: "none")
        }
        #expect(unknown == .notFound)
    }

    /// A notice that was signed after 10 seconds, and a receipt.
    private struct Statements {
        let notice: String
        var revoked: Int?
        var signed: Int?
        let status: PurchaseStatus
    }

    @Test(arguments: StoreEngine.all)
    func `of a notice and a receipt that is reported later, the one that was signed last decides`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (purchases, start) = (store.platform.purchases, store.now)
        let rows = [
            Statements(notice: "REFUND_REVERSED", revoked: 1, signed: 5, status: .valid),
            Statements(notice: "REFUND_REVERSED", revoked: 1, signed: 15, status: .refunded),
            Statements(notice: "REFUND_REVERSED", revoked: 5, status: .valid),
            Statements(notice: "REFUND_REVERSED", revoked: 15, status: .refunded),
            Statements(notice: "REFUND", signed: 5, status: .refunded),
            Statements(notice: "REFUND", signed: 15, status: .valid),
            Statements(notice: "REVOKE", status: .refunded),
            Statements(notice: "TEST", revoked: 1, signed: 5, status: .refunded),
        ]
        for (number, row) in rows.enumerated() {
            func time(_ seconds: Int?) -> Timestamp? { seconds.map { start + .seconds($0) } }
            try await purchases.record(
                StoreNotice(
                    id: "n\(number)", kind: row.notice, transactionID: "\(number)", environment: .production,
                    signed: start + .seconds(10)), app: "demo")
            let sold = Self.sold("\(number)", revoked: time(row.revoked), signed: time(row.signed))
            let pending = try await Self.pending(store)
            #expect(try await purchases.settle(pending, as: Self.verdict(sold)) == row.status, "\(row)")
            let record = try await purchases.purchase(pending.id, app: "demo")
            let refusal: ReceiptRefusal? = row.status == .valid ? nil : .refunded
            #expect(record.refusal == refusal, "\(row)")
        }
    }

    @Test(arguments: StoreEngine.all)
    func `later statements of the store decide on a purchase that was counted, earlier ones do not`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (purchases, start) = (store.platform.purchases, store.now)
        let counted = try await Self.pending(store)
        _ = try await purchases.settle(counted, as: Self.verdict(Self.sold("1", signed: start + .seconds(10))))
        func status() async throws -> PurchaseStatus { try await purchases.purchase(counted.id, app: "demo").status }
        func report(isRevoked: Bool, signed: Int) async throws -> PurchaseStatus {
            let sold = Self.sold("1", revoked: isRevoked ? start : nil, signed: start + .seconds(signed))
            #expect(try await purchases.settle(Self.pending(store), as: Self.verdict(sold)) == .refused)
            return try await status()
        }
        func notice(_ kind: String, signed: Int) async throws -> PurchaseStatus {
            try await purchases.record(
                StoreNotice(
                    id: "\(kind) \(signed)", kind: kind, transactionID: "1", environment: .production,
                    signed: start + .seconds(signed)), app: "demo")
            return try await status()
        }
        #expect(try await report(isRevoked: true, signed: 5) == .valid)
        #expect(try await notice("REFUND", signed: 6) == .valid)
        #expect(try await report(isRevoked: true, signed: 20) == .refunded)
        #expect(try await notice("REFUND_REVERSED", signed: 15) == .refunded)
        #expect(try await report(isRevoked: false, signed: 19) == .refunded)
        #expect(try await notice("REFUND_REVERSED", signed: 25) == .valid)
        #expect(try await report(isRevoked: true, signed: 24) == .valid)
        #expect(try await notice("REFUND", signed: 30) == .refunded)
        #expect(try await report(isRevoked: false, signed: 35) == .valid)
    }

    @Test(arguments: StoreEngine.all)
    func `receipts of settled purchases are kept for 30 days, their digests stay`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let settled = try await Self.pending(store)
        _ = try await purchases.settle(settled, as: .valid([Self.sold("1")]))
        let waiting = try await Self.pending(store)
        _ = try await purchases.settle(waiting, as: .waiting("down", until: store.now))
        func receipts() async throws -> Int {
            let platform = store.platform
            return try await platform.database.read {
                try $0.count("SELECT COUNT(*) FROM purchase WHERE receipt IS NOT NULL")
            }
        }
        store.advance(by: .seconds(29 * 86_400))
        await purchases.removeOldRows()
        #expect(try await receipts() == 2)
        store.advance(by: .seconds(86_400))
        await purchases.removeOldRows()
        #expect(try await receipts() == 1, "that of the purchase that waits")
        #expect(try await purchases.purchase(settled.id, app: "demo").receiptDigest != nil)
    }
}
