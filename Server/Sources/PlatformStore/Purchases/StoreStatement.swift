import MarqueeWire

/// Whether a purchase stands, as a receipt or a notice of the store says. Of several, the one that was signed last
/// decides.
struct StoreStatement: Sendable, Hashable {
    let isRefunded: Bool
    /// `nil` for a receipt of the older form that was not refunded: such a receipt gives way to every notice.
    let signed: Timestamp?

    init(isRefunded: Bool, signed: Timestamp?) {
        self.isRefunded = isRefunded
        self.signed = signed
    }

    /// What a receipt says. A receipt without the time of its signature counts from when the money was given back.
    init(_ transaction: StoreTransaction) {
        self.init(isRefunded: transaction.revoked != nil, signed: transaction.signed ?? transaction.revoked)
    }

    /// Whether it was signed after another one. One without a time is never newer.
    func isNewer(than other: Timestamp?) -> Bool {
        guard let signed else { return false }
        return other.map { signed > $0 } ?? true
    }

    var status: PurchaseStatus { isRefunded ? .refunded : .valid }
    var refusal: ReceiptRefusal? { isRefunded ? .refunded : nil }
}
