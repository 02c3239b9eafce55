public import MarqueeWire

/// Something that the store has reported of a transaction, proven to come from the store.
public struct StoreNotice: Sendable, Hashable, Codable, Identifiable {
    /// Identifies the notice: the store repeats a notice that was not answered.
    public let id: String
    /// The store's word for what happened, for example `REFUND`.
    public let kind: String
    /// More about it, for example `UPGRADE`.
    public let subtype: String?
    /// The sale, as ``StoreTransaction/id``; `nil` for a notice about none.
    public let transactionID: String?
    /// As ``StoreTransaction/formerID``.
    public let formerTransactionID: String?
    /// Where the transaction was made.
    public let environment: StoreTransaction.Environment
    /// When the store signed it.
    public let signed: Timestamp

    /// A notice of the store.
    public init(
        id: String, kind: String, subtype: String? = nil, transactionID: String?,
        formerTransactionID: String? = nil, environment: StoreTransaction.Environment, signed: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.subtype = subtype
        self.transactionID = transactionID
        self.formerTransactionID = formerTransactionID
        self.environment = environment
        self.signed = signed
    }

    /// The kinds that take a purchase back.
    static let refunds = ["REFUND", "REVOKE"]
    /// Kinds that say whether a purchase stands; the latest of a transaction holds.
    static let deciding = refunds + ["REFUND_REVERSED"]
}
