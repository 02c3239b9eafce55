/// What successful purchases brought in one currency, in milliunits. Purchases without a known price are not in it, nor those
/// that were refused or refunded.
public struct Revenue: Sendable, Hashable, Codable {
    /// A sum and how many purchases are in it.
    public struct Part: Sendable, Hashable, Codable {
        /// Thousandths of the currency's unit.
        public var milliunits: Int64 = 0
        /// How many purchases.
        public var purchases = 0

        /// A sum of some purchases.
        public init(milliunits: Int64 = 0, purchases: Int = 0) {
            self.milliunits = milliunits
            self.purchases = purchases
        }
    }

    /// The ISO 4217 code.
    public let currency: String
    /// What the store has confirmed.
    public var verified = Part()
    /// What devices said, without a receipt.
    public var unverified = Part()
    /// What waits to be verified.
    public var pending = Part()

    /// What was sold in a currency.
    public init(currency: String, verified: Part = Part(), unverified: Part = Part(), pending: Part = Part()) {
        self.currency = currency
        self.verified = verified
        self.unverified = unverified
        self.pending = pending
    }
}
