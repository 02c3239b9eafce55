import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Receipts
@testable import StoreSimulator

/// App Store Server Notifications V2 (PLC-085): believed only when the store signed them for this app.
@Suite struct NoticeTests {
    private static func body(_ payload: String) throws -> Data { try JSONEncoder().encode(["signedPayload": payload]) }

    private static func refusal(_ intake: NoticeIntake, _ body: Data, app: String = "demo") async throws
        -> NoticeIntake.Refusal?
    {
        do {
            try await intake.take(body, app: app)
            return nil
        } catch let refusal as NoticeIntake.Refusal { return refusal }
    }

    @Test func `a refund takes a purchase back and its reversal gives it back`() async throws {
        let test = try await RunningStore()
        let intake = NoticeIntake(test.platform, rootFile: test.rootFile)
        let sale = await test.sell()
        let record = try await test.report(test.receipt(of: sale, .signed))
        try await PurchaseVerification(
            purchases: test.platform.purchases, rootFile: test.rootFile, service: nil
        ).runDue()
        var statuses: [PurchaseStatus] = []
        let kinds = ["TEST", "CONSUMPTION_REQUEST", "REFUND", "REFUND_REVERSED", "REVOKE"]
        for (second, kind) in kinds.enumerated() {
            let payload = try await test.store.signedNotification(
                kind, of: kind == "TEST" ? nil : sale, now: Date() + Double(second))
            let first = try await Self.refusal(intake, Self.body(payload))
            let again = try await Self.refusal(intake, Self.body(payload))
            #expect(first == nil && again == nil)
            statuses.append(try await test.purchase(record).status)
        }
        #expect(statuses == [.valid, .valid, .refunded, .valid, .refunded])
    }

    @Test func `an old receipt of a refund does not undo its reversal`() async throws {
        let test = try await RunningStore()
        let intake = NoticeIntake(test.platform, rootFile: test.rootFile)
        let sale = await test.sell(.refunded)
        let receipt = try await test.receipt(of: sale, .signed)
        let payload = try await test.store.signedNotification("REFUND_REVERSED", of: sale, now: Date() + 1)
        #expect(try await Self.refusal(intake, Self.body(payload)) == nil)
        let record = try await test.report(receipt)
        try await PurchaseVerification(
            purchases: test.platform.purchases, rootFile: test.rootFile, service: nil
        ).runDue()
        #expect(try await test.purchase(record).status == .valid)
    }

    @Test(arguments: [false, true])
    func `a refund of a purchase that was restored takes the purchase back`(isSubscription: Bool) async throws {
        let test = try await RunningStore()
        let intake = NoticeIntake(test.platform, rootFile: test.rootFile)
        var sale = await test.sell()
        if isSubscription { sale = await test.store.renew(sale) }
        let record = try await test.report(test.receipt(of: sale, .signed))
        try await PurchaseVerification(
            purchases: test.platform.purchases, rootFile: test.rootFile, service: nil
        ).runDue()
        let restored = await test.store.restore(sale)
        let payload = try await test.store.signedNotification("REFUND", of: restored, now: Date() + 1)
        #expect(try await Self.refusal(intake, Self.body(payload)) == nil)
        #expect(try await test.purchase(record).status == .refunded)
    }

    @Test func `notices that prove nothing are refused, and those that cannot be verified yet are sent again`()
        async throws
    {
        let test = try await RunningStore()
        let intake = NoticeIntake(test.platform, rootFile: test.rootFile)
        let good = try Self.body(await test.store.signedNotification("TEST", of: nil))
        let stranger = try SimulatedStore(bundleID: TestReceipts.app)
        let strange = try Self.body(await stranger.signedNotification("TEST", of: nil))
        let foreign = try Self.body(await test.store.signedNotification("REFUND", of: test.sell(.foreignApp)))
        #expect(try await Self.refusal(intake, good) == nil)
        #expect(try await Self.refusal(intake, strange) == .unproven(.untrustedChain))
        #expect(try await Self.refusal(intake, foreign) == .unproven(.foreignApp))
        for text in ["", "{}", "[]", #"{"signedPayload":"a.b.c"}"#, #"{"signedPayload":1}"#] {
            #expect(try await Self.refusal(intake, Data(text.utf8)) == .unproven(.malformed))
        }
        let transaction = try Self.body(await test.store.signedTransaction(test.sell()))
        #expect(try await Self.refusal(intake, transaction) == .unproven(.malformed), "a transaction is no notice")
        #expect(try await Self.refusal(intake, good, app: "none") == .unknownApp)
        guard case .notReady = try await Self.refusal(NoticeIntake(test.platform, rootFile: nil), good) else {
            Issue.record("there is no root")
            return
        }
        let unknown = try await RunningStore(bundleIDs: [])
        guard case .notReady = try await Self.refusal(NoticeIntake(unknown.platform, rootFile: test.rootFile), good)
        else {
            Issue.record("there is no bundle id")
            return
        }
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32LittleEndian])
    func `a notice in another encoding than UTF-8 is refused, also if its bytes look like brackets`(
        _ encoding: String.Encoding
    ) async throws {
        let test = try await RunningStore()
        let intake = NoticeIntake(test.platform, rootFile: test.rootFile)
        let body = try #require("{\"signedPayload\":\"\u{2201}\u{7D7D}\"}".data(using: encoding))
        #expect(try await Self.refusal(intake, body) == .unproven(.malformed))
        let good = try Self.body(await test.store.signedNotification("TEST", of: nil))
        let text = try #require(String(data: good, encoding: .utf8))
        let same = try #require(text.data(using: encoding))
        #expect(try await Self.refusal(intake, same) == .unproven(.malformed))
    }

    @Test func `a notice about many subscriptions is taken, and names no transaction`() async throws {
        let test = try TestReceipts()
        let members: [String: Any] = [
            "notificationType": "RENEWAL_EXTENSION", "subtype": "SUMMARY", "notificationUUID": "u",
            "signedDate": Sale.milliseconds(Date()),
            "summary": [
                "bundleId": TestReceipts.app, "environment": "Production", "productId": "coins", "succeededCount": 3,
            ] as [String: Any],
        ]
        let token = try test.signer.token(payload: JSONSerialization.data(withJSONObject: members))
        let read = try await test.receipts.notice(Data(token.utf8), at: test.now)
        #expect(read.bundleID == TestReceipts.app && read.notice.kind == "RENEWAL_EXTENSION")
        #expect(read.notice.subtype == "SUMMARY" && read.notice.transactionID == nil)
    }

    @Test(arguments: ["appData", "externalPurchaseToken"])
    func `a notice about no purchase of the store is taken`(_ member: String) async throws {
        let test = try TestReceipts()
        let members: [String: Any] = [
            "notificationType": "RESCIND_CONSENT", "notificationUUID": "u", "signedDate": Sale.milliseconds(Date()),
            member: ["bundleId": TestReceipts.app],
        ]
        let token = try test.signer.token(payload: JSONSerialization.data(withJSONObject: members))
        let read = try await test.receipts.notice(Data(token.utf8), at: test.now)
        #expect(read.bundleID == TestReceipts.app && read.notice.transactionID == nil)
    }

    @Test func `a period of a subscription is found under the id of an earlier version too`() async throws {
        let test = try await RunningStore()
        let purchases = test.platform.purchases
        let intake = NoticeIntake(test.platform, rootFile: test.rootFile)
        let period = await test.store.renew(test.sell())
        let record = try await test.report(test.receipt(of: period, .signed))
        let pending = try #require(try await purchases.claimDue(.signed, app: "demo", at: Timestamp(Date())))
        let former = StoreTransaction(
            id: period.transaction, originalID: period.transaction, bundleID: TestReceipts.app, product: "coins",
            quantity: 1, environment: .production, purchased: Timestamp(period.purchased))
        #expect(try await purchases.settle(pending, as: .valid([former])) == .valid)
        let again = try await test.report(test.receipt(of: period, .signed))
        try await PurchaseVerification(purchases: purchases, rootFile: test.rootFile, service: nil).runDue()
        #expect(try await test.purchase(again).refusal == .replayed)
        let payload = try await test.store.signedNotification("REFUND", of: period, now: Date() + 1)
        #expect(try await Self.refusal(intake, Self.body(payload)) == nil)
        #expect(try await test.purchase(record).status == .refunded)
    }

    @Test func `a notice about a transaction that another signer signed is refused`() async throws {
        let test = try TestReceipts()
        let stranger = try StoreAuthority().signer().token(payload: TestReceipts.payload())
        let members: [String: Any] = [
            "notificationType": "REFUND", "notificationUUID": "u", "signedDate": Sale.milliseconds(Date()),
            "data": ["bundleId": TestReceipts.app, "environment": "Production", "signedTransactionInfo": stranger],
        ]
        let payload = try JSONSerialization.data(withJSONObject: members)
        let token = try test.signer.token(payload: payload)
        await #expect(throws: ReceiptRefusal.untrustedChain) {
            try await test.receipts.notice(Data(token.utf8), at: test.now)
        }
    }
}
