/// What is known of a tracked purchase.
public enum PurchaseStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// It came without a receipt, or did not succeed: the device's word alone.
    case unverified
    /// Its receipt waits to be verified.
    case pending
    /// The store sold it; counts as revenue.
    case valid
    /// Its receipt proves nothing; ``PurchaseRecord/refusal`` has the reason.
    case refused
    /// The store sold it and gave the money back.
    case refunded
}
