import Foundation
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Receipts
@testable import StoreSimulator

/// PLC-078, 085 to 087: purchases of a store with its own root, through both forms of receipts.
@Suite struct PurchaseVerificationTests {
    private final class Clock: Sendable {
        private let time = Mutex(Timestamp(Date()))
        var now: Timestamp { time.withLock { $0 } }
        func advance(_ seconds: Int) { time.withLock { $0 = $0 + .seconds(seconds) } }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let form: ReceiptForm
        let kind: Sale.Kind
        let status: PurchaseStatus
        var refusal: ReceiptRefusal?

        var testDescription: String { "\(form) \(kind)" }
    }

    static let cases =
        ReceiptForm.allCases.flatMap { form in
            [
                Case(form: form, kind: .valid, status: .valid),
                Case(form: form, kind: .sandbox, status: .refused, refusal: .sandbox),
                Case(form: form, kind: .refunded, status: .refunded, refusal: .refunded),
                Case(form: form, kind: .foreignApp, status: .refused, refusal: .foreignApp),
            ]
        } + [Case(form: .signed, kind: .expiredChain, status: .refused, refusal: .expiredChain)]

    @Test(arguments: cases)
    func `only what the store sold to this app for money counts`(_ row: Case) async throws {
        let test = try await RunningStore()
        let record = try await test.report(test.receipt(of: test.sell(row.kind), row.form))
        #expect(record.status == .pending)
        try await Self.verification(test).runDue()
        let found = try await test.purchase(record)
        #expect(found.status == row.status && found.refusal == row.refusal)
        let verified = try await test.platform.purchases.revenue(.init(), app: "demo").first?.verified.milliunits
        #expect((verified ?? 0) == (row.status == .valid ? 990 : 0))
    }

    @Test(arguments: ReceiptForm.allCases)
    func `a receipt of another product, another number of pieces, and one that was counted are refused`(
        _ form: ReceiptForm
    ) async throws {
        let test = try await RunningStore()
        let (sale, pair) = (await test.sell(), await test.sell(quantity: 2))
        let reports = [
            try await test.report(test.receipt(of: sale, form), product: "palace"),
            try await test.report(test.receipt(of: sale, form), quantity: 2),
            try await test.report(test.receipt(of: sale, form)), try await test.report(test.receipt(of: sale, form)),
            try await test.report(test.receipt(of: pair, form), quantity: 2),
        ]
        try await Self.verification(test).runDue()
        var refusals: [ReceiptRefusal?] = []
        for report in reports { refusals.append(try await test.purchase(report).refusal) }
        #expect(refusals == [.productDiffers, .quantityDiffers, nil, .replayed, nil])
        let revenue = try await test.platform.purchases.revenue(.init(), app: "demo")
        // Three times 990.
        #expect(revenue.map(\.verified) == [.init(milliunits: 2_970, purchases: 2)])
    }

    @Test(arguments: ReceiptForm.allCases, [Sale.Kind.trial, .familyShared, .upgraded])
    func `what nobody paid for is valid and brings nothing`(_ form: ReceiptForm, _ kind: Sale.Kind) async throws {
        let test = try await RunningStore()
        let record = try await test.report(test.receipt(of: test.sell(kind), form))
        try await Self.verification(test).runDue()
        let found = try await test.purchase(record)
        #expect(found.status == .valid && found.revenue == .init(milliunits: 0, currency: "USD"))
        let revenue = try await test.platform.purchases.revenue(.init(), app: "demo")
        #expect(revenue.map(\.verified) == [.init(milliunits: 0, purchases: 1)])
    }

    @Test(arguments: ReceiptForm.allCases)
    func `a purchase that is restored counts once, and each period of a subscription counts`(
        _ form: ReceiptForm
    ) async throws {
        let test = try await RunningStore()
        let store = test.store
        let sale = await test.sell()
        let (first, second) = (await store.restore(sale), await store.restore(sale))
        let renewed = [await store.renew(sale), await store.renew(sale)]
        let restoredPeriod = await store.restore(renewed[0])
        var reports: [PurchaseRecord] = []
        // The restored purchase comes first: it is the sale of the first transaction all the same.
        for sale in [first, sale, second] + renewed + [restoredPeriod] {
            reports.append(try await test.report(test.receipt(of: sale, form)))
        }
        try await Self.verification(test).runDue()
        var found: [PurchaseRecord] = []
        for report in reports { found.append(try await test.purchase(report)) }
        #expect(found.map(\.refusal) == [nil, .replayed, .replayed, nil, nil, .replayed])
        #expect(found[0].transactionID == sale.transaction && found[0].purchased == Timestamp(sale.purchased))
        let revenue = try await test.platform.purchases.revenue(.init(), app: "demo")
        // Three times 990.
        #expect(revenue.map(\.verified) == [.init(milliunits: 2_970, purchases: 3)])
    }

    @Test func `what nobody signed and what the service does not know is refused`() async throws {
        let test = try await RunningStore()
        let stranger = try StoreAuthority().signer().token(payload: TestReceipts.payload())
        let reports = [
            try await test.report(Data(stranger.utf8)), try await test.report(Data("eyJ.eyJ.x".utf8)),
            try await test.report(Data("simulated-receipt-1".utf8)),
        ]
        try await Self.verification(test).runDue()
        var refusals: [ReceiptRefusal?] = []
        for report in reports { refusals.append(try await test.purchase(report).refusal) }
        #expect(refusals == [.untrustedChain, .malformed, .forged])
    }

    @Test(arguments: [SimulatedStore.Mode.down, .unavailable, .slow])
    func `while the service is down a purchase waits, is asked about again, and is not lost`(
        _ mode: SimulatedStore.Mode
    ) async throws {
        let test = try await RunningStore()
        let clock = Clock()
        func verification(_ timeout: Duration) -> PurchaseVerification {
            PurchaseVerification(
                purchases: test.platform.purchases, rootFile: test.rootFile, service: test.service(timeout: timeout),
                now: { clock.now })
        }
        let whileDown = verification(.milliseconds(300))
        await test.store.set(mode)
        let record = try await test.report(test.sell().receipt)
        var waits: [Duration] = []
        for attempt in 1...3 {
            clock.advance(100_000)
            try await whileDown.runDue()
            let found = try await test.purchase(record)
            #expect(found.status == .pending && found.attempts == attempt && !found.note.isEmpty)
            waits.append(try #require(found.due) - clock.now)
        }
        #expect(waits == [.seconds(30), .seconds(60), .seconds(120)])
        #expect(try await whileDown.runDue().isEmpty, "not before its time")
        await test.store.set(.up)
        clock.advance(120)
        try await verification(.seconds(60)).runDue()
        #expect(try await test.purchase(record).status == .valid)
        #expect(try await test.purchase(record).note == "")
    }

    @Test func `a service that is down is asked once, and signed receipts do not wait for it`() async throws {
        let test = try await RunningStore()
        await test.store.set(.down)
        for _ in 0..<3 { try await test.report(test.sell().receipt) }
        let signed = try await test.report(test.receipt(of: test.sell(), .signed))
        let looked = try await Self.verification(test).runDue()
        #expect(looked.count == 2)
        #expect(try await test.purchase(signed).status == .valid)
    }

    @Test func `signed receipts are verified while the service is asked`() async throws {
        let test = try await RunningStore()
        await test.store.set(.slow)
        let older = try await test.report(test.sell().receipt)
        let verification = Self.verification(test)
        let asking = Task { try await verification.runDue(.older).count }
        while try await test.purchase(older).attempts == 0 { await Task.yield() }
        let signed = try await test.report(test.receipt(of: test.sell(), .signed))
        #expect(try await verification.runDue(.signed).map(\.status) == [.valid])
        #expect(try await test.purchase(signed).status == .valid)
        #expect(try await test.purchase(older).status == .pending)
        asking.cancel()
        _ = await asking.result
    }

    @Test func `receipts of an app that lacks a setting keep back those of no other app`() async throws {
        let test = try await RunningStore(password: "right")
        let (platform, sale) = (test.platform, await test.sell())
        let refusing = StoreIdentity(bundleIDs: [TestReceipts.app], password: "wrong")
        for (app, identity) in [("locked", refusing), ("nameless", nil)] {
            _ = try await platform.apps.create(app, name: app, by: "test")
            if let identity { try await platform.purchases.setIdentity(identity, app: app, by: "test") }
            try await test.report(sale.receipt, app: app)
        }
        let record = try await test.report(sale.receipt)
        #expect(try await Self.verification(test).runDue().map(\.status) == [.pending, .valid], "of those with names")
        #expect(try await test.purchase(record).status == .valid)
    }

    @Test func `an app with many receipts takes turns with the others`() async throws {
        let test = try await RunningStore()
        let purchases = test.platform.purchases
        _ = try await test.platform.apps.create("crowd", name: "Crowd", by: "test")
        try await purchases.setIdentity(.init(bundleIDs: ["org.example.crowd"]), app: "crowd", by: "test")
        let crowd = PurchaseVerification.turn * 3
        for _ in 0..<crowd { try await test.report(Data("ey.no.transaction".utf8), app: "crowd") }
        let record = try await test.report(test.receipt(of: test.sell(), .signed))
        let looked = try await Self.verification(test).runDue(.signed)
        #expect(looked.count == crowd + 1, "all in one call")
        #expect(try #require(looked.firstIndex { $0.id == record.id }) <= PurchaseVerification.turn)
        #expect(try await test.purchase(record).status == .valid)
    }

    @Test func `a service that fails with the receipts of one app is asked for the next one`() async throws {
        let test = try await RunningStore()
        let purchases = test.platform.purchases
        await test.store.set(.down)
        for app in ["a", "b", "c", "d"] {
            _ = try await test.platform.apps.create(app, name: app, by: "test")
            try await purchases.setIdentity(.init(bundleIDs: [TestReceipts.app]), app: app, by: "test")
            for _ in 0..<2 { try await test.report(test.sell().receipt, app: app) }
        }
        let looked = try await Self.verification(test).runDue(.older)
        #expect(looked.count == PurchaseVerification.failures, "one of each app, and not of all apps")
        let asked = try await purchases.purchases(.init(), app: "c", before: nil, limit: 9).map(\.attempts)
        #expect(asked.sorted() == [0, 1])
    }

    @Test func `without a setting a call looks at one turn`() async throws {
        let test = try await RunningStore()
        for _ in 0..<PurchaseVerification.turn * 2 { try await test.report(Data("ey.no.transaction".utf8)) }
        let verification = PurchaseVerification(purchases: test.platform.purchases, rootFile: nil, service: nil)
        #expect(try await verification.runDue(.signed).count == PurchaseVerification.turn)
    }

    @Test(arguments: [(true, "--receipt-root", "--receipt-service"), (false, "bundle ids", "bundle ids")])
    func `without a setting purchases wait and say which`(_ hasIdentity: Bool, _ signed: String, _ older: String)
        async throws
    {
        let test = try await RunningStore(bundleIDs: hasIdentity ? [TestReceipts.app] : [])
        let reports = [
            try await test.report(test.receipt(of: test.sell(), .signed)), try await test.report(test.sell().receipt),
        ]
        let purchases = test.platform.purchases
        try await PurchaseVerification(purchases: purchases, rootFile: nil, service: nil).runDue()
        let notes = [try await test.purchase(reports[0]).note, try await test.purchase(reports[1]).note]
        #expect(notes[0].contains(signed) && notes[1].contains(older))
        let broken = try await test.report(test.receipt(of: test.sell(), .signed))
        try await PurchaseVerification(purchases: purchases, rootFile: test.address, service: nil).runDue()
        let found = try await test.purchase(broken)
        #expect(found.status == .pending && found.note.contains(hasIdentity ? "cannot be read" : "bundle ids"))
    }

    @Test func `a wrong shared password makes purchases wait, the right one does not`() async throws {
        let test = try await RunningStore(password: "right")
        let purchases = test.platform.purchases
        let identity = StoreIdentity(bundleIDs: [TestReceipts.app], password: "wrong")
        try await purchases.setIdentity(identity, app: "demo", by: "test")
        let record = try await test.report(test.sell().receipt)
        try await Self.verification(test).runDue()
        #expect(try await test.purchase(record).note.contains("shared password"))
        try await purchases.setIdentity(
            .init(bundleIDs: [TestReceipts.app], password: "right"), app: "demo", by: "test")
        try await Self.verification(test).runDue()
        #expect(try await test.purchase(record).status == .valid)
    }

    @Test func `a shared password that cannot be read makes the purchases of its app wait, and no others`() async throws
    {
        let test = try await RunningStore(password: "right")
        let record = try await test.report(test.sell().receipt)
        // As after a restore of the database without the folder of keys.
        try FileManager.default.removeItem(at: test.platform.folder.appending(path: "keys/@server.key"))
        let restored = try await Platform.open(at: test.platform.folder, passwordCost: 4)
        _ = try await restored.apps.create("other", name: "Other", by: "test")
        let identity = StoreIdentity(bundleIDs: [TestReceipts.app], password: "right")
        try await restored.purchases.setIdentity(identity, app: "other", by: "test")
        let other = try await test.report(test.sell().receipt, app: "other")
        let verification = PurchaseVerification(
            purchases: restored.purchases, rootFile: test.rootFile, service: test.service())
        try await verification.runDue()
        let waiting = try await restored.purchases.purchase(record.id, app: "demo")
        #expect(waiting.status == .pending && waiting.note.contains("shared password cannot be read"))
        #expect(try await restored.purchases.purchase(other.id, app: "other").status == .valid)
        try await restored.purchases.setIdentity(identity, app: "demo", by: "test")
        try await verification.runDue()
        #expect(try await restored.purchases.purchase(record.id, app: "demo").status == .valid)
    }

    @Test func `a receipt that the service cannot read is refused after the fifth time`() async throws {
        let test = try await RunningStore()
        let clock = Clock()
        let verification = PurchaseVerification(
            purchases: test.platform.purchases, rootFile: nil, service: test.service(), now: { clock.now })
        let record = try await test.report(Data("nothing".utf8))
        var statuses: [PurchaseStatus] = []
        for _ in 0..<5 {
            clock.advance(100_000)
            try await verification.runDue()
            statuses.append(try await test.purchase(record).status)
        }
        #expect(statuses == [.pending, .pending, .pending, .pending, .refused])
        #expect(try await test.purchase(record).refusal == .malformed)
    }

    @Test func `tries in which the service was not asked or gave no answer refuse no receipt`() async throws {
        let test = try await RunningStore()
        let clock = Clock()
        func verify(by service: ReceiptService?) async throws {
            clock.advance(100_000)
            try await PurchaseVerification(
                purchases: test.platform.purchases, rootFile: nil, service: service, now: { clock.now }
            ).runDue()
        }
        let record = try await test.report(Data("nothing".utf8))
        for _ in 0..<3 { try await verify(by: nil) }
        await test.store.set(.down)
        for _ in 0..<3 { try await verify(by: test.service()) }
        await test.store.set(.up)
        for _ in 0..<4 {
            try await verify(by: test.service())
            #expect(try await test.purchase(record).status == .pending)
        }
        try await verify(by: test.service())
        #expect(try await test.purchase(record).refusal == .malformed)
    }

    @Test func `the service's answers of all forms have a meaning`() throws {
        func meaning(
            _ text: String, _ asked: StoreTransaction.Environment = .production
        ) throws -> ReceiptService.Answer {
            try JSONDecoder().decode(VerifyReceiptAnswer.self, from: Data(text.utf8)).meaning(from: asked)
        }
        let former = """
            {"status":0,"receipt":{"bid":"b","product_id":"p","transaction_id":"7","purchase_date_ms":"5","quantity":"2"}}
            """
        guard case .read(let sales) = try meaning(former) else { throw ReceiptRefusal.malformed }
        #expect(sales.map(\.id) == ["7"] && sales.map(\.quantity) == [2] && sales.map(\.bundleID) == ["b"])
        let sandbox = """
            {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"b","in_app":[
            {"product_id":"p","transaction_id":"1","purchase_date_ms":"1"},
            {"product_id":"p","transaction_id":"2","purchase_date_ms":"2"}]}}
            """
        guard case .read(let two) = try meaning(sandbox) else { throw ReceiptRefusal.malformed }
        #expect(two.map(\.id) == ["2", "1"] && two.map(\.environment) == [.sandbox, .sandbox], "the latest first")
        let restored = """
            {"status":0,"receipt":{"bundle_id":"b","in_app":[
            {"product_id":"p","transaction_id":"3","original_transaction_id":"1","purchase_date_ms":"9",
            "original_purchase_date_ms":"4"},
            {"product_id":"p","transaction_id":"2","original_transaction_id":"1","purchase_date_ms":"8",
            "original_purchase_date_ms":"4","expires_date_ms":"9","web_order_line_item_id":"7"}]}}
            """
        guard case .read(let again) = try meaning(restored) else { throw ReceiptRefusal.malformed }
        #expect(again.map(\.id) == ["period 7", "1"] && again.map(\.formerID) == ["2", nil])
        #expect(again.map(\.originalID) == ["1", "1"])
        #expect(again.map(\.purchased) == [Timestamp(milliseconds: 8), Timestamp(milliseconds: 4)])
        let free = """
            {"status":0,"receipt":{"bundle_id":"b","in_app":[
            {"product_id":"p","transaction_id":"4","purchase_date_ms":"4","is_trial_period":"false"},
            {"product_id":"p","transaction_id":"3","purchase_date_ms":"3","is_trial_period":"true"},
            {"product_id":"p","transaction_id":"2","purchase_date_ms":"2","is_upgraded":true},
            {"product_id":"p","transaction_id":"1","purchase_date_ms":"1"}]},"latest_receipt_info":[
            {"product_id":"p","transaction_id":"1","purchase_date_ms":"1","is_upgraded":"true"}]}
            """
        guard case .read(let paid) = try meaning(free) else { throw ReceiptRefusal.malformed }
        #expect(paid.map(\.payment) == [.paid, .free, .upgraded, .upgraded])
        let single = former.replacing("\"status\":0", with: "\"status\":0,\"latest_receipt_info\":{}")
        guard case .read = try meaning(single) else { throw ReceiptRefusal.malformed }
        guard case .read(let asked) = try meaning(former, .sandbox) else { throw ReceiptRefusal.malformed }
        #expect(asked.map(\.environment) == [.sandbox])
        #expect(try meaning(#"{"status":21003}"#) == .refused(.forged))
        #expect(try meaning(#"{"status":21010}"#) == .refused(.forged))
        #expect(try meaning(#"{"status":21002}"#) == .unreadable)
        for status in [0, 21004] {
            guard case .undecided = try meaning(#"{"status":\#(status)}"#) else { throw ReceiptRefusal.malformed }
        }
        for status in [21000, 21005, 21007, 21008, 21009, 21100, 21199, 5] {
            let answer = try meaning(#"{"status":\#(status)}"#)
            guard case .unavailable = answer else { throw ReceiptRefusal.malformed }
        }
    }

    private static func verification(_ test: RunningStore) -> PurchaseVerification {
        PurchaseVerification(purchases: test.platform.purchases, rootFile: test.rootFile, service: test.service())
    }
}
