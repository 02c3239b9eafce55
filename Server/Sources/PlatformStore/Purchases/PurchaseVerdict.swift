public import MarqueeWire

/// What verifying the receipt of a purchase came to.
public enum PurchaseVerdict: Sendable, Hashable {
    /// The store sold it. One of these transactions counts for the purchase: the first that no other purchase has. A signed
    /// transaction is one alone, a receipt of the older form may name several of the product.
    case valid([StoreTransaction])
    /// The receipt proves nothing, or that the money was given back; the latter holds unless the store has signed the
    /// contrary since. With the transaction, if it could be read.
    case refused(ReceiptRefusal, StoreTransaction?)
    /// It cannot be verified now. The reason is for people; it is asked again at the time.
    case waiting(String, until: Timestamp)
    /// The same, because the service cannot read the receipt, which it also says when it is in trouble.
    case unreadable(String, until: Timestamp)
}
