public import Foundation
import MarqueeWire

/// A purchase as a device reports it. Nothing in it is proven but what its receipt shows.
public struct TrackedPurchase: Sendable, Hashable {
    /// How the purchase ended, as the device says.
    public enum Resolution: String, Sendable, Hashable, Codable, CaseIterable {
        case buy
        case cancel
        case error
        /// The SDK could not confirm a price.
        case failure
    }

    /// A price in the store.
    public struct Price: Sendable, Hashable, Codable {
        /// Thousandths of the currency's unit.
        public let milliunits: Int64
        /// The ISO 4217 code, for example `USD`.
        public let currency: String

        /// An amount in a currency.
        public init(milliunits: Int64, currency: String) {
            self.milliunits = milliunits
            self.currency = currency
        }
    }

    /// The limits of what is stored.
    public enum Limits {
        /// Of a product's id, a report's key and an install's key, in bytes.
        public static let name = 1...255
        /// Pieces of a product.
        public static let quantity = 1...1_000_000
        /// Of an amount, in milliunits: a billion of the currency's unit.
        public static let amount: ClosedRange<Int64> = 0...1_000_000_000_000
        /// Of a unit's mark, in bytes.
        public static let unit = 1...1024
        /// Of a receipt, in bytes.
        public static let receipt = 64 * 1024
    }

    /// Identifies the report among those of the install: a report that comes again is stored once. `nil` for a sender
    /// without such a key.
    public var report: String?
    /// Identifies the install that reports.
    public var install: String
    /// The install of a device that opted out. The report is looked for among those that it sent before; nothing of it is
    /// stored.
    public var formerInstall: String?
    /// The store's id of the product.
    public var product: String
    /// How many pieces.
    public var quantity: Int
    /// How the purchase ended.
    public var resolution: Resolution
    /// The price of one piece; `nil` when the device could not get it.
    public var price: Price?
    /// The code of the error that ended the purchase.
    public var errorCode: Int?
    /// Marks the content unit that started the purchase; `nil` for a purchase of the app's own.
    public var unit: String?
    /// The receipt of the unit's offer, by which app and unit know the purchase too; `nil` where the device does not say so.
    public var offerReceipt: String?
    /// The store's receipt or its signed transaction, as the store gave it to the app.
    public var receipt: Data?
    /// Whether a test device reports: its purchases are nobody's revenue.
    public var isTest: Bool

    /// A purchase of an install.
    public init(
        report: String? = nil, install: String, product: String, quantity: Int = 1, resolution: Resolution = .buy,
        price: Price? = nil, errorCode: Int? = nil, unit: String? = nil, offerReceipt: String? = nil,
        receipt: Data? = nil, isTest: Bool = false, formerInstall: String? = nil
    ) {
        self.report = report
        self.install = install
        self.formerInstall = formerInstall
        self.product = product
        self.quantity = quantity
        self.resolution = resolution
        self.price = price
        self.errorCode = errorCode
        self.unit = unit
        self.offerReceipt = offerReceipt
        self.receipt = receipt
        self.isTest = isTest
    }

    /// What stands for the install of a device that opted out.
    /// - Parameter text: tells purchases apart that do not belong together.
    package static func nobody(_ text: String) -> String {
        let install = optedOut + text
        // Of a text that leaves no room its hash stands there.
        return Limits.name.contains(install.utf8.count) ? install : optedOut + ObjectHash(of: Data(text.utf8)).hex
    }

    static let optedOut = "opted out "

    /// What the purchase brings as far as the device says; `nil` without a price, and for a purchase that did not succeed.
    var revenue: Price? {
        guard resolution == .buy, let price else { return nil }
        return Price(milliunits: price.milliunits * Int64(quantity), currency: price.currency)
    }

    func check() throws(StoreError) {
        for (name, text) in [("a product's id", product), ("an install's key", install), ("a report's key", report)] {
            guard let text else { continue }
            guard Limits.name.contains(text.utf8.count), !text.utf8.contains(0) else {
                throw StoreError(.invalid, "\(name) has 1 to \(Limits.name.upperBound) bytes, none of them zero")
            }
        }
        guard Limits.quantity.contains(quantity) else {
            throw StoreError(.invalid, "a purchase has 1 to \(Limits.quantity.upperBound) pieces, not \(quantity)")
        }
        if let unit, !Limits.unit.contains(unit.utf8.count) || unit.utf8.contains(0) {
            throw StoreError(.invalid, "a unit's mark has 1 to \(Limits.unit.upperBound) bytes, none of them zero")
        }
        if let offerReceipt, offerReceipt.utf8.count > Limits.name.upperBound || offerReceipt.utf8.contains(0) {
            throw StoreError(
                .invalid, "an offer's receipt has at most \(Limits.name.upperBound) bytes, none of them zero")
        }
        if let receipt, receipt.count > Limits.receipt {
            throw StoreError(.invalid, "a receipt has at most \(Limits.receipt) bytes, not \(receipt.count)")
        }
        try price?.check(pieces: quantity)
    }
}

extension TrackedPurchase.Price {
    fileprivate func check(pieces: Int) throws(StoreError) {
        let (whole, isTooLarge) = milliunits.multipliedReportingOverflow(by: Int64(pieces))
        guard milliunits >= 0, !isTooLarge, TrackedPurchase.Limits.amount.contains(whole) else {
            throw StoreError(.invalid, "the price of a purchase is at least 0 and at most a billion")
        }
        guard Self.isCurrency(currency) else {
            throw StoreError(.invalid, "a currency has three capital letters, such as USD")
        }
    }

    /// Whether a text has the form of an ISO 4217 code.
    package static func isCurrency(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// The nearest thousandths of an amount as a device writes it; `nil` for another text, and above a billion.
    ///
    /// The text has digits and at most one point: `Decimal` would read the start of "1.2.3".
    package static func thousandths(of text: String) -> Int64? {
        guard text.utf8.count <= 40, text.wholeMatch(of: /[0-9]+(\.[0-9]*)?|\.[0-9]+/) != nil,
            let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), amount <= 1_000_000_000
        else { return nil }
        var (exact, rounded) = (amount * 1000, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        return (rounded as NSDecimalNumber).int64Value
    }
}
