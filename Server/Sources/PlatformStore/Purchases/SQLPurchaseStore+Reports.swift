import MarqueeWire

extension SQLPurchaseStore {
    /// What stands for an install whose person was erased.
    static let erased = "erased"

    /// Purchases that bring something: sandbox receipts are refused, so they never do.
    private static let earning =
        "resolution = 'buy' AND revenue IS NOT NULL AND status IN ('valid', 'unverified', 'pending')"

    /// The day of UTC on which the store sold it, or else on which it was reported.
    private static let day = "COALESCE(purchased, received) / 86400000"

    func revenueByUnit(_ filter: PurchaseFilter, app: String) async throws(StoreError) -> [String: [Revenue]] {
        try await revenue(filter, app: app, by: "unit", where: "unit IS NOT NULL") { try $0["part"] }
    }

    func revenueByDay(_ filter: PurchaseFilter, app: String) async throws(StoreError) -> [Int: [Revenue]] {
        try await revenue(filter, app: app, by: Self.day, where: "\(Self.day) >= 0") { try $0["part"] }
    }

    private func revenue<Key: Hashable & Sendable>(
        _ filter: PurchaseFilter, app: String, by key: String, where also: String,
        _ read: @escaping @Sendable (SQLRow) throws -> Key
    ) async throws(StoreError) -> [Key: [Revenue]] {
        try await database.read { db in
            let (condition, values) = filter.condition(app: app)
            var found: [Key: [String: Revenue]] = [:]
            for row in try db.rows(
                """
                SELECT \(key) AS part, revenue_currency, status, COUNT(*) AS number,
                \(SQLRow.revenueSum) FROM purchase
                WHERE \(condition) AND \(also) AND \(Self.earning) GROUP BY \(key), revenue_currency, status
                """, values)
            {
                let currency: String = try row["revenue_currency"]
                let key = try read(row)
                try found[key, default: [:]][currency, default: Revenue(currency: currency)].add(row)
            }
            return found.mapValues { $0.values.sorted { $0.currency < $1.currency } }
        }
    }

    func lifetimeRevenue(app: String) async throws(StoreError) -> [LifetimeRevenue] {
        try await database.read { db in
            func parts(_ condition: String) throws -> [String: LifetimeRevenue.Part] {
                let rows = try db.rows(
                    """
                    SELECT revenue_currency, \(SQLRow.revenueSum), COUNT(DISTINCT install) AS payers
                    FROM purchase WHERE app = ? AND is_test = ? AND install NOT LIKE ? AND install <> ?
                    AND \(Self.earning) AND \(condition) GROUP BY revenue_currency
                    """, [app, false, TrackedPurchase.nobody("%"), Self.erased])
                return try Dictionary(
                    uniqueKeysWithValues: rows.map { row in
                        try (row["revenue_currency"], .init(milliunits: row.revenueSum(), payers: row["payers"]))
                    })
            }
            // An install whose purchases were free has not paid.
            let (verified, all) = try (parts("revenue > 0 AND status = 'valid'"), parts("revenue > 0"))
            return all.keys.sorted().map { currency in
                LifetimeRevenue(
                    currency: currency, verified: verified[currency] ?? .init(), all: all[currency] ?? .init())
            }
        }
    }

    func forget(install: String, app: String) async throws(StoreError) -> Int {
        let now = database.now()
        return try await database.write { db in
            try db.execute(
                """
                UPDATE purchase SET status = 'unverified', note = '', due = NULL, settled = ?
                WHERE app = ? AND install = ? AND status = 'pending'
                """, [now, app, install])
            return try db.execute(
                """
                UPDATE purchase SET install = ?, receipt = NULL, digest = NULL, offer_receipt = NULL
                WHERE app = ? AND install = ?
                """, [Self.erased, app, install])
        }
    }

    func rates(
        into currency: String, days: ClosedRange<Int>, app: String
    ) async throws(StoreError) -> [DayRate] {
        try await database.read { db in
            try db.rows(
                """
                SELECT day, currency, target, trillionths FROM currency_rate
                WHERE app = ? AND target = ? AND day BETWEEN ? AND ? ORDER BY day DESC, currency
                """, [app, currency, days.lowerBound, days.upperBound]
            ).map {
                try DayRate(
                    day: $0["day"], currency: $0["currency"], target: $0["target"], trillionths: $0["trillionths"])
            }
        }
    }

    func setRates(_ rates: [DayRate], app: String, by who: String) async throws(StoreError) {
        guard (1...DayRate.most).contains(rates.count) else {
            throw StoreError(.invalid, "1 to \(DayRate.most) rates are stored at once")
        }
        for rate in rates { try rate.check() }
        let now = database.now()
        try await database.write { db in
            try db.requireApp(app)
            for rate in rates {
                try db.execute(
                    """
                    INSERT INTO currency_rate (app, target, day, currency, trillionths) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (app, target, day, currency) DO UPDATE SET trillionths = excluded.trillionths
                    """, [app, rate.target, rate.day, rate.currency, rate.trillionths])
            }
            try db.audit("currency.rates", "\(rates.count) rates", detail: "", app: app, by: who, at: now)
        }
    }

    func rateCurrencies(app: String) async throws(StoreError) -> [String] {
        try await database.read { db in
            try db.column("SELECT DISTINCT target FROM currency_rate WHERE app = ? ORDER BY target", [app])
        }
    }
}

extension Revenue {
    /// Adds a row with `status`, a sum of revenue and `number`.
    mutating func add(_ row: SQLRow) throws {
        let part = try Part(milliunits: row.revenueSum(), purchases: row["number"])
        switch try row.status() {
        case .valid: verified = part
        case .pending: pending = part
        default: unverified = part
        }
    }
}
