import Foundation
import MarqueeWire

extension SQLPurchaseStore {
    /// How long a claim keeps a purchase from other servers.
    private static let lease = Duration.seconds(120)

    func appsDue(_ form: ReceiptForm, at now: Timestamp) async throws(StoreError) -> [String] {
        try await database.read { db in
            try db.column(
                """
                SELECT app FROM (
                    SELECT app, (
                        SELECT MIN(due) FROM purchase
                        WHERE purchase.app = store_identity.app AND form = ? AND due <= ?) AS earliest
                    FROM store_identity) AS waiting
                WHERE earliest IS NOT NULL ORDER BY earliest, app
                """, [form.rawValue, now])
        }
    }

    func claimDue(
        _ form: ReceiptForm, app: String, at now: Timestamp
    ) async throws(StoreError) -> PendingPurchase? {
        try await database.write { db in
            guard
                let row = try db.row(
                    "SELECT * FROM purchase WHERE app = ? AND form = ? AND due <= ? ORDER BY due, id LIMIT 1",
                    [app, form.rawValue, now])
            else { return nil }
            let (id, attempts): (String, Int) = try (row["id"], row["attempts"])
            try db.execute(
                "UPDATE purchase SET due = ?, attempts = ? WHERE id = ?", [now + Self.lease, attempts + 1, id])
            let names = try db.row("SELECT bundle_ids FROM store_identity WHERE app = ?", [app])
            return try PendingPurchase(
                id: id, app: app, product: row["product"], quantity: row["quantity"], receipt: row["receipt"],
                form: form, attempt: attempts + 1, unreadable: row["unreadable"],
                bundleIDs: names?.json("bundle_ids", as: [String].self) ?? [])
        }
    }

    func settle(_ pending: PendingPurchase, as verdict: PurchaseVerdict) async throws(StoreError) -> PurchaseStatus? {
        let now = database.now()
        return try await database.write { db in
            let isCurrent = try db.count(
                "SELECT COUNT(*) FROM purchase WHERE id = ? AND attempts = ? AND status = 'pending'",
                [pending.id, pending.attempt])
            guard isCurrent == 1 else { return nil }
            switch verdict {
            case .waiting(let reason, let due): return try db.wait(pending, reason, until: due)
            case .unreadable(let reason, let due):
                return try db.wait(pending, reason, until: due, unreadable: pending.unreadable + 1)
            case .valid(let transactions):
                return try db.count(transactions, for: pending, at: now)
            case .refused(.refunded, let transaction?):
                return try db.refund(transaction, for: pending, at: now)
            case .refused(let refusal, let transaction):
                return try db.settle(pending, .refused, refusal, transaction, at: now)
            }
        }
    }

    func record(_ notice: StoreNotice, app: String) async throws(StoreError) -> Bool {
        let now = database.now()
        return try await database.write { db in
            try db.requireApp(app)
            let added = try db.execute(
                """
                INSERT INTO store_notice (app, id, kind, subtype, transaction_id, environment, signed, received)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (app, id) DO NOTHING
                """,
                [
                    app, notice.id, notice.kind, notice.subtype, notice.transactionID, notice.environment.rawValue,
                    notice.signed, now,
                ])
            guard added == 1 else { return false }
            let sale = SQLSale(notice.transactionID, notice.formerTransactionID)
            if let sale, StoreNotice.deciding.contains(notice.kind), let latest = try db.latestNotice(sale, app: app) {
                try db.execute(
                    """
                    UPDATE purchase SET status = ?, refusal = ? WHERE app = ? AND \(SQLSale.condition)
                    AND status IN ('valid', 'refunded') AND (stated IS NULL OR stated <= ?)
                    """,
                    [latest.status.rawValue, latest.refusal?.rawValue, app] + sale.values + [latest.signed])
            }
            return true
        }
    }
}

/// The ids under which a sale may be stored.
private struct SQLSale {
    static let condition = "transaction_id IN (?, ?)"
    let values: [(any SQLBindable)?]

    init(_ transaction: StoreTransaction) {
        values = [transaction.id, transaction.formerID ?? transaction.id]
    }

    init?(_ id: String?, _ formerID: String?) {
        guard let id else { return nil }
        values = [id, formerID ?? id]
    }
}

extension SQLTransaction {
    /// Lets the purchase wait.
    fileprivate func wait(
        _ pending: PendingPurchase, _ reason: String, until due: Timestamp, unreadable: Int? = nil
    ) throws -> PurchaseStatus {
        try execute(
            "UPDATE purchase SET note = ?, due = ?, unreadable = ? WHERE id = ?",
            [reason, due, unreadable ?? pending.unreadable, pending.id])
        return .pending
    }

    /// Counts the first of the transactions that no other purchase has.
    fileprivate func count(
        _ transactions: [StoreTransaction], for pending: PendingPurchase, at now: Timestamp
    ) throws -> PurchaseStatus {
        for transaction in transactions where try counted(transaction, app: pending.app) == nil {
            return try settleByStatement(pending, transaction, at: now)
        }
        for transaction in transactions {
            try restate(transaction, app: pending.app)
            if transaction.payment == .upgraded { try removeRevenue(of: transaction, app: pending.app) }
        }
        return try settle(pending, .refused, .replayed, transactions.first, at: now)
    }

    /// A receipt that says itself that it was refunded, which also says it of the purchase that was counted before.
    fileprivate func refund(
        _ transaction: StoreTransaction, for pending: PendingPurchase, at now: Timestamp
    ) throws -> PurchaseStatus {
        guard try counted(transaction, app: pending.app) != nil else {
            return try settleByStatement(pending, transaction, at: now)
        }
        try restate(transaction, app: pending.app)
        return try settle(pending, .refused, .replayed, transaction, at: now)
    }

    /// Settles the first purchase of a transaction as its receipt says, or the latest notice if that is newer.
    private func settleByStatement(
        _ pending: PendingPurchase, _ transaction: StoreTransaction, at now: Timestamp
    ) throws -> PurchaseStatus {
        var statement = StoreStatement(transaction)
        if let notice = try latestNotice(SQLSale(transaction), app: pending.app),
            !statement.isNewer(than: notice.signed)
        {
            statement = notice
        }
        return try settle(pending, statement.status, statement.refusal, transaction, at: now)
    }

    /// Lets another receipt of a purchase that was counted before say whether it stands, if it is newer than all that
    /// was said until now.
    private func restate(_ transaction: StoreTransaction, app: String) throws {
        let (statement, notice) = (StoreStatement(transaction), try latestNotice(SQLSale(transaction), app: app))
        guard statement.isNewer(than: notice?.signed) else { return }
        try execute(
            """
            UPDATE purchase SET status = ?, refusal = ?, stated = ? WHERE app = ? AND \(SQLSale.condition)
            AND status IN ('valid', 'refunded') AND (stated IS NULL OR stated < ?)
            """,
            [statement.status.rawValue, statement.refusal?.rawValue, statement.signed, app]
                + SQLSale(transaction).values + [statement.signed])
    }

    /// A subscription that was counted and has been upgraded since brings nothing any longer.
    private func removeRevenue(of transaction: StoreTransaction, app: String) throws {
        try execute(
            """
            UPDATE purchase SET revenue = 0 WHERE app = ? AND \(SQLSale.condition)
            AND status IN ('valid', 'refunded') AND revenue IS NOT NULL
            """, [app] + SQLSale(transaction).values)
    }

    /// The purchase that a transaction was counted for.
    private func counted(_ transaction: StoreTransaction, app: String) throws -> String? {
        let ids: [String] = try column(
            "SELECT id FROM purchase WHERE app = ? AND \(SQLSale.condition) AND status IN ('valid', 'refunded')",
            [app] + SQLSale(transaction).values)
        return ids.first
    }

    /// What the latest notice about a transaction says.
    fileprivate func latestNotice(_ sale: SQLSale, app: String) throws -> StoreStatement? {
        let found = try row(
            """
            SELECT kind, signed FROM store_notice WHERE app = ? AND \(SQLSale.condition) AND environment = 'production'
            AND kind IN ('REFUND', 'REVOKE', 'REFUND_REVERSED') ORDER BY signed DESC, received DESC LIMIT 1
            """, [app] + sale.values)
        guard let found else { return nil }
        let (kind, signed): (String, Timestamp) = try (found["kind"], found["signed"])
        return StoreStatement(isRefunded: StoreNotice.refunds.contains(kind), signed: signed)
    }

    fileprivate func settle(
        _ pending: PendingPurchase, _ status: PurchaseStatus, _ refusal: ReceiptRefusal?,
        _ transaction: StoreTransaction?, at now: Timestamp
    ) throws -> PurchaseStatus {
        let stated: Timestamp? = transaction.flatMap { StoreStatement($0).signed }
        let isFree = transaction.map { $0.payment != .paid } ?? false
        let revenue: Int64? = isFree ? 0 : transaction?.amount?.milliunits
        let currency = transaction?.amount?.currency
        // Without a currency there is no revenue, not even one of 0.
        try execute(
            """
            UPDATE purchase SET status = ?, refusal = ?, note = '', due = NULL, settled = ?, environment = ?,
            transaction_id = ?, original_id = ?, purchased = ?, stated = ?,
            revenue = CASE WHEN COALESCE(?, revenue_currency) IS NULL THEN NULL ELSE COALESCE(?, revenue) END,
            revenue_currency = COALESCE(?, revenue_currency) WHERE id = ?
            """,
            [
                status.rawValue, refusal?.rawValue, now, transaction?.environment.rawValue, transaction?.id,
                transaction?.originalID, transaction?.purchased, stated, currency, revenue, currency, pending.id,
            ])
        return status
    }
}
