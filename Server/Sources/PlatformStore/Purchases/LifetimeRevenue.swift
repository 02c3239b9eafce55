/// What known installs have spent in one currency since purchases are tracked.
public struct LifetimeRevenue: Sendable, Hashable {
    /// A sum and the installs that spent it.
    public struct Part: Sendable, Hashable {
        /// Thousandths of the currency's unit.
        public let milliunits: Int64
        /// Different installs, each with a purchase that cost something.
        public let payers: Int

        /// A sum of some installs.
        public init(milliunits: Int64 = 0, payers: Int = 0) {
            self.milliunits = milliunits
            self.payers = payers
        }
    }

    /// The ISO 4217 code.
    public let currency: String
    /// What the store has confirmed.
    public let verified: Part
    /// That and what devices said without a receipt, and what waits to be verified.
    public let all: Part
}
