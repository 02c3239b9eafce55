import Foundation

/// Something that the simulated store has sold.
struct Sale: Sendable {
    /// What is wrong with the sale, if anything.
    enum Kind: String, Sendable, Codable, CaseIterable {
        case valid
        /// Sold in the test environment.
        case sandbox
        /// The money was given back.
        case refunded
        /// Sold by another app.
        case foreignApp = "foreign-app"
        /// The signer's certificate had ended when it signed.
        case expiredChain = "expired-chain"
        /// A free trial.
        case trial
        /// Shared by another member of the family.
        case familyShared = "family-shared"
        /// A subscription that a higher one has replaced.
        case upgraded
    }

    /// What somebody buys.
    struct Order: Sendable, Codable {
        var product: String
        var quantity: Int?
        /// Of all pieces, in thousandths of the currency's unit.
        var price: Int64?
        var currency: String?
        var kind: Kind?
        var appAccountToken: String?
    }

    let transaction: String
    /// The first transaction of a purchase that was restored or renewed; `nil` for a first one.
    var original: String?
    /// Identifies the period of a subscription; `nil` for everything else.
    var lineItem: String?
    let order: Order
    let bundleID: String
    let purchased: Date
    /// When the first transaction was made; `nil` for a first one.
    var firstPurchased: Date?
    var refunded: Date?

    var kind: Kind { order.kind ?? .valid }
    var quantity: Int { order.quantity ?? 1 }
    var isSandbox: Bool { kind == .sandbox }
    /// By Apple's names.
    var ownership: String { kind == .familyShared ? "FAMILY_SHARED" : "PURCHASED" }

    /// The receipt of the older form: nobody but the store can read it.
    var receipt: Data { Data("simulated-receipt-\(transaction)".utf8) }

    static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded(.down)) }
}
