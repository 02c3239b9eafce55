public import MarqueeWire

/// A transaction of the store, as the store itself describes it.
public struct StoreTransaction: Sendable, Hashable, Codable {
    /// The store's environments.
    public enum Environment: String, Sendable, Hashable, Codable {
        case production
        /// Every environment in which nobody pays.
        case sandbox
    }

    /// Whether a sale brings its price.
    public enum Payment: String, Sendable, Hashable, Codable {
        /// The person who bought it paid.
        case paid
        /// Nobody paid: it is a free trial, or shared by another member of the family.
        case free
        /// A higher subscription of the same person took its place, and brings the revenue.
        case upgraded
    }

    /// Identifies the sale, which counts once: ``period(_:)`` for a period of a subscription, and the id of the first
    /// transaction for everything else. What is restored gets a new transaction.
    public let id: String
    /// The id under which earlier versions of the server stored a period of a subscription; `nil` for everything else.
    public let formerID: String?
    /// The first transaction of a restored or renewed purchase.
    public let originalID: String
    /// The app that sold.
    public let bundleID: String
    /// The store's id of the product.
    public let product: String
    /// How many pieces.
    public let quantity: Int
    /// Where it was made.
    public let environment: Environment
    /// What all pieces together cost; `nil` when the store does not say it.
    public let amount: TrackedPurchase.Price?
    /// Whether it brings that amount, or else the price that the device reported.
    public let payment: Payment
    /// When it was made.
    public let purchased: Timestamp
    /// When the store gave the money back, or took the product away.
    public let revoked: Timestamp?
    /// When the store signed this description; `nil` for a receipt of the older form, which does not say it.
    public let signed: Timestamp?
    /// The id that the app gave the purchase.
    public let accountToken: String?

    /// The id of a period of a subscription, which stays when it is restored. Of a transaction the number alone is the id, so
    /// that the two are never the same.
    /// - Parameter lineItem: by Apple's name, `webOrderLineItemId`.
    public static func period(_ lineItem: String) -> String { "period " + lineItem }

    /// A transaction as the store describes it.
    public init(
        id: String, formerID: String? = nil, originalID: String, bundleID: String, product: String, quantity: Int,
        environment: Environment,
        amount: TrackedPurchase.Price? = nil, payment: Payment = .paid, purchased: Timestamp,
        revoked: Timestamp? = nil, signed: Timestamp? = nil, accountToken: String? = nil
    ) {
        self.id = id
        self.formerID = formerID
        self.originalID = originalID
        self.bundleID = bundleID
        self.product = product
        self.quantity = quantity
        self.environment = environment
        self.amount = amount
        self.payment = payment
        self.purchased = purchased
        self.revoked = revoked
        self.signed = signed
        self.accountToken = accountToken
    }
}
