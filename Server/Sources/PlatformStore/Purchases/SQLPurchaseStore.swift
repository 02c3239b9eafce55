import Crypto
import Foundation
import MarqueeWire

struct SQLPurchaseStore: PurchaseStore {
    /// How long the receipt of a settled purchase is kept, for a second look at a refusal.
    static let receiptAge = Duration.seconds(30 * 86_400)
    /// How long notices are kept that decide nothing.
    static let noticeAge = Duration.seconds(90 * 86_400)
    private static let namelessNote =
        "nobody has said which bundle ids the app has: give them with `marquee store set`"

    let database: PlatformDatabase
    let sealing: SealingKey
    private let tidying = Housekeeping()

    init(database: PlatformDatabase, sealing: SealingKey) {
        self.database = database
        self.sealing = sealing
    }

    func record(_ purchase: TrackedPurchase, app: String) async throws(StoreError) -> PurchaseRecord {
        try purchase.check()
        let now = database.now()
        await removeOldRows()
        let id = TimedID.make(at: now)
        let row = NewRow(purchase, id: id, now: now)
        return try await database.write { db in
            try db.requireApp(app)
            if let earlier = try db.earlierPurchase(purchase, app: app) { return earlier }
            let isNamed = try db.count("SELECT COUNT(*) FROM store_identity WHERE app = ?", [app]) > 0
            let note = isNamed || row.due == nil ? "" : Self.namelessNote
            try db.execute(
                """
                INSERT INTO purchase (id, app, report, install, product, quantity, resolution, price, currency,
                error_code, unit, offer_receipt, received, status, note, form, receipt, digest, attempts, due, settled,
                revenue, revenue_currency, is_test)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)
                ON CONFLICT (app, report) DO NOTHING
                """,
                [
                    id, app, row.report, purchase.install, purchase.product, purchase.quantity,
                    purchase.resolution.rawValue, purchase.price?.milliunits, purchase.price?.currency,
                    purchase.errorCode, purchase.unit, purchase.offerReceipt, now, row.status.rawValue, note,
                    row.form?.rawValue,
                    row.receipt, row.digest, row.due, row.settled, purchase.revenue?.milliunits,
                    purchase.revenue?.currency,
                    purchase.isTest,
                ])
            guard
                let stored = try db.row("SELECT * FROM purchase WHERE app = ? AND report = ?", [app, row.report])
            else { throw StoreError(.storage, "a purchase was not stored") }
            return try PurchaseRecord(row: stored)
        }
    }

    /// What is stored of a new purchase besides its own values. Only a purchase that succeeded has a receipt to verify.
    fileprivate struct NewRow: Sendable {
        let report: String
        let status: PurchaseStatus
        let form: ReceiptForm?
        let receipt: Data?
        let digest: String?
        let due: Timestamp?
        let settled: Timestamp?

        init(_ purchase: TrackedPurchase, id: String, now: Timestamp) {
            let given = purchase.receipt.flatMap { $0.isEmpty ? nil : $0 }
            report = purchase.report.map { Self.key($0, of: purchase.install) } ?? id
            digest = given.map { Self.hash(of: $0) }
            receipt = purchase.resolution == .buy ? given : nil
            form = receipt.map(ReceiptForm.init)
            status = receipt == nil ? .unverified : .pending
            due = receipt.map { _ in now }
            settled = receipt == nil ? now : nil
        }

        /// The key of a report within the app: two installs may use one key. It is a hash, because it stays when the
        /// purchase loses its install. Nothing but the key itself tells reports of devices that opted out apart.
        static func key(_ report: String, of install: String) -> String {
            install.hasPrefix(TrackedPurchase.optedOut) ? report : hash(of: Data("\(install)\0\(report)".utf8))
        }

        private static func hash(of bytes: Data) -> String {
            SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
        }
    }

    func removeOldRows() async {
        let now = database.now()
        let (receipts, notices) = (now + Self.receiptAge * -1, now + Self.noticeAge * -1)
        await tidying.run(at: now, in: database) { db in
            try db.execute(
                """
                UPDATE purchase SET receipt = NULL WHERE id IN
                (SELECT id FROM purchase WHERE receipt IS NOT NULL AND settled <= ? LIMIT 1000)
                """, [receipts])
            try db.execute(
                """
                DELETE FROM store_notice WHERE received <= ? AND kind NOT IN ('REFUND', 'REVOKE', 'REFUND_REVERSED')
                """, [notices])
        }
    }

    func identity(app: String) async throws(StoreError) -> StoreIdentity? {
        let found = try await database.read { db in
            try db.row("SELECT * FROM store_identity WHERE app = ?", [app]).map { row -> ([String], Data?) in
                try (row.json("bundle_ids", as: [String].self), row["password"])
            }
        }
        guard let (bundleIDs, sealed) = found else { return nil }
        guard let sealed else { return StoreIdentity(bundleIDs: bundleIDs) }
        let password = try sealing.open(sealed, for: Self.purpose(app))
        return StoreIdentity(bundleIDs: bundleIDs, password: String(decoding: password, as: UTF8.self))
    }

    func setIdentity(_ identity: StoreIdentity, app: String, by who: String) async throws(StoreError) {
        try identity.check()
        let now = database.now()
        var sealed: Data?
        if let password = identity.password { sealed = try sealing.seal(Data(password.utf8), for: Self.purpose(app)) }
        let (kept, names) = (sealed, identity.bundleIDs)
        try await database.write { db in
            try db.requireApp(app)
            try db.execute(
                """
                INSERT INTO store_identity (app, bundle_ids, password) VALUES (?, ?, ?)
                ON CONFLICT (app) DO UPDATE SET bundle_ids = excluded.bundle_ids, password = excluded.password
                """, [app, try StoredJSON.text(names), kept])
            try db.execute(
                "UPDATE purchase SET due = ?, note = '' WHERE app = ? AND status = 'pending'", [now, app])
            // It may be one of the app's names now, and a wrong root may have been replaced.
            try db.execute(
                """
                UPDATE purchase SET status = 'pending', refusal = NULL, settled = NULL, due = ?
                WHERE app = ? AND status = 'refused' AND refusal IN ('foreign_app', 'untrusted_chain')
                AND receipt IS NOT NULL
                """, [now, app])
            let detail = kept == nil ? "" : "with the store's shared password"
            try db.audit(
                "store.identity", names.joined(separator: " "), detail: detail, app: app, by: who, at: now)
        }
    }

    private static func purpose(_ app: String) -> String { "store password \(app)" }
}

extension SQLTransaction {
    /// The purchase of a report that comes again and has another key now: the device opted out since, or in again, or an
    /// earlier version of this server stored it under the report's own key.
    fileprivate func earlierPurchase(_ purchase: TrackedPurchase, app: String) throws -> PurchaseRecord? {
        guard let report = purchase.report else { return nil }
        var found = try row(
            "SELECT * FROM purchase WHERE app = ? AND report = ? AND install IN (?, ?)",
            [app, report, purchase.install, TrackedPurchase.nobody(report)])
        if found == nil, let former = purchase.formerInstall {
            found = try row(
                "SELECT * FROM purchase WHERE app = ? AND report = ?",
                [app, SQLPurchaseStore.NewRow.key(report, of: former)])
        }
        return try found.map { try PurchaseRecord(row: $0) }
    }
}
