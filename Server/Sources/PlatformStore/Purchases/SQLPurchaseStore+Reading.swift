import MarqueeWire

extension SQLPurchaseStore {
    func purchases(
        _ filter: PurchaseFilter, app: String, before: String?, limit: Int
    ) async throws(StoreError) -> [PurchaseRecord] {
        try await database.read { db in
            let (condition, values) = filter.condition(app: app)
            return try db.rows(
                "SELECT \(PurchaseRecord.columns) FROM purchase WHERE \(condition) AND id < ? ORDER BY id DESC LIMIT ?",
                values + [before ?? TimedID.last, min(max(limit, 1), 1000)]
            ).map(PurchaseRecord.init(row:))
        }
    }

    func purchase(_ id: String, app: String) async throws(StoreError) -> PurchaseRecord {
        try await database.read { db in
            guard let row = try db.row("SELECT * FROM purchase WHERE app = ? AND id = ?", [app, id]) else {
                throw StoreError(.notFound, "there is no purchase \(id)")
            }
            return try PurchaseRecord(row: row)
        }
    }

    func counts(_ filter: PurchaseFilter, app: String) async throws(StoreError) -> [PurchaseStatus: Int] {
        try await database.read { db in
            let (condition, values) = filter.condition(app: app)
            var counts: [PurchaseStatus: Int] = [:]
            for row in try db.rows(
                "SELECT status, COUNT(*) AS number FROM purchase WHERE \(condition) GROUP BY status", values)
            {
                counts[try row.status()] = try row["number"]
            }
            return counts
        }
    }

    func revenue(_ filter: PurchaseFilter, app: String) async throws(StoreError) -> [Revenue] {
        try await database.read { db in
            let (condition, values) = filter.condition(app: app)
            var found: [String: Revenue] = [:]
            for row in try db.rows(
                """
                SELECT revenue_currency, status, COUNT(*) AS number, \(SQLRow.revenueSum)
                FROM purchase WHERE \(condition) AND resolution = 'buy' AND revenue IS NOT NULL
                AND status IN ('valid', 'unverified', 'pending') GROUP BY revenue_currency, status
                """, values)
            {
                let currency: String = try row["revenue_currency"]
                try found[currency, default: Revenue(currency: currency)].add(row)
            }
            return found.values.sorted { $0.currency < $1.currency }
        }
    }
}

extension SQLRow {
    /// The columns that ``revenueSum()`` reads. Anybody can report purchases, and one sum of very many would be too large for
    /// the database, and then no report could be read.
    static let revenueSum = """
        CAST(SUM(revenue / 1000000000) AS BIGINT) AS revenue_billions, CAST(SUM(revenue % 1000000000) AS BIGINT) AS revenue_rest
        """

    /// The revenue of all purchases together, in milliunits; 10¹⁸ stands for more. 0 where no purchase has revenue.
    func revenueSum() throws -> Int64 {
        let (billions, rest): (Int64?, Int64?) = try (self["revenue_billions"], self["revenue_rest"])
        guard let billions, let rest else { return 0 }
        let (whole, isTooLarge) = billions.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isStillTooLarge) = whole.addingReportingOverflow(rest)
        let most: Int64 = 1_000_000_000_000_000_000
        return isTooLarge || isStillTooLarge ? most : min(sum, most)
    }

    func status() throws -> PurchaseStatus { try named("status") }

    fileprivate func named<Value: RawRepresentable>(_ column: String) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: try self[column]) else {
            throw StoreError(.damaged, "column \(column) does not hold a \(Value.self)")
        }
        return value
    }

    fileprivate func price(_ amount: String, _ currency: String) throws -> TrackedPurchase.Price? {
        guard let milliunits: Int64 = try self[amount], let currency: String = try self[currency] else { return nil }
        return TrackedPurchase.Price(milliunits: milliunits, currency: currency)
    }
}

extension PurchaseRecord {
    /// All but the receipt, which is large.
    static let columns = """
        id, app, install, product, quantity, resolution, price, currency, error_code, unit, offer_receipt, received,
        status, refusal, note, attempts, due, settled, digest, environment, transaction_id, original_id, purchased,
        is_test, revenue, revenue_currency
        """

    init(row: SQLRow) throws {
        let refusal: String? = try row["refusal"]
        let environment: String? = try row["environment"]
        try self.init(
            id: row["id"], app: row["app"], install: row["install"], product: row["product"],
            quantity: row["quantity"], resolution: row.named("resolution"), price: row.price("price", "currency"),
            errorCode: row["error_code"], unit: row["unit"], offerReceipt: row["offer_receipt"],
            received: row["received"], status: row.status(),
            refusal: refusal.flatMap(ReceiptRefusal.init), note: row["note"], attempts: row["attempts"],
            due: row["due"], settled: row["settled"], receiptDigest: row["digest"],
            environment: environment.flatMap(StoreTransaction.Environment.init),
            transactionID: row["transaction_id"], originalTransactionID: row["original_id"],
            purchased: row["purchased"], isTest: row["is_test"], revenue: row.price("revenue", "revenue_currency"))
    }
}
