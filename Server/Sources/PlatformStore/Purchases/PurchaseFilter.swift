public import MarqueeWire

/// Which purchases a question is about; a member that is `nil` asks for nothing.
public struct PurchaseFilter: Sendable, Hashable {
    /// What is known of them.
    public var status: PurchaseStatus?
    /// The store's id of the product.
    public var product: String?
    /// Who bought.
    public var install: String?
    /// The content unit that started them.
    public var unit: String?
    /// Reported at this time or later.
    public var from: Timestamp?
    /// Reported before this time.
    public var until: Timestamp?

    /// How they ended, as the device says.
    public var resolution: TrackedPurchase.Resolution?
    /// Whether a test device reported them.
    public var isTest: Bool?

    /// Purchases that have all that is given.
    public init(
        status: PurchaseStatus? = nil, product: String? = nil, install: String? = nil, unit: String? = nil,
        from: Timestamp? = nil, until: Timestamp? = nil, resolution: TrackedPurchase.Resolution? = nil,
        isTest: Bool? = nil
    ) {
        self.status = status
        self.product = product
        self.install = install
        self.unit = unit
        self.from = from
        self.until = until
        self.resolution = resolution
        self.isTest = isTest
    }

    /// The condition of a statement, all of it fixed words, and its values.
    func condition(app: String) -> (sql: String, values: [any SQLBindable]) {
        let parts: [(String, (any SQLBindable)?)] = [
            ("app = ?", app), ("status = ?", status?.rawValue), ("product = ?", product), ("install = ?", install),
            ("unit = ?", unit), ("received >= ?", from), ("received < ?", until),
            ("resolution = ?", resolution?.rawValue), ("is_test = ?", isTest),
        ]
        let given = parts.compactMap { sql, value in value.map { (sql, $0) } }
        return (given.map(\.0).joined(separator: " AND "), given.map(\.1))
    }
}
