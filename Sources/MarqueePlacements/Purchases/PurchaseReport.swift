public import Foundation
import MarqueeWire

/// A purchase in the store that the app reports, whatever came of it.
public struct PurchaseReport: Sendable, Hashable {
    /// A price in the store, of one piece.
    public struct Price: Sendable, Hashable, Codable {
        /// In the currency's own unit, for example 0.99.
        public let amount: Decimal
        /// The ISO 4217 code, for example `USD`.
        public let currency: String

        /// The price of one piece.
        public init(_ amount: Decimal, _ currency: String) {
            self.amount = amount
            self.currency = currency
        }
    }

    /// The store's id of the product.
    public let product: String
    /// How many pieces, at least 1.
    public let quantity: Int
    /// How the purchase ended. It is reported as it is, also if the price cannot be had.
    public let resolution: PurchaseResolution
    /// The price of one piece; `nil` asks the app's ``PlacementStore`` when the report is sent.
    public let price: Price?
    /// The store's receipt, or its signed transaction.
    public let receipt: Data?
    /// The code of the error that ended the purchase.
    public let errorCode: Int?

    /// A purchase that ended with this resolution.
    public init(
        _ product: String, quantity: Int = 1, resolution: PurchaseResolution, price: Price? = nil, receipt: Data? = nil
    ) {
        self.init(product, quantity, resolution, price, receipt, errorCode: nil)
    }

    /// A purchase that did not succeed. A payment that the person cancelled is ``PurchaseResolution/cancel``, every other
    /// error is ``PurchaseResolution/error``.
    /// - Parameters:
    ///   - product: the store's id of the product.
    ///   - quantity: how many, at least 1.
    ///   - error: `nil` is an error with the code 0.
    ///   - price: of one piece; `nil` asks the store when the report is sent.
    ///   - receipt: of the store, if it gave one.
    public init(
        _ product: String, quantity: Int = 1, error: (any Error)?, price: Price? = nil, receipt: Data? = nil
    ) {
        let resolution = PurchaseResolution(storeError: error)
        let code = error.map { ($0 as NSError).code } ?? 0
        self.init(product, quantity, resolution, price, receipt, errorCode: resolution == .error ? code : nil)
    }

    private init(
        _ product: String, _ quantity: Int, _ resolution: PurchaseResolution, _ price: Price?, _ receipt: Data?,
        errorCode: Int?
    ) {
        self.product = product
        self.quantity = quantity
        self.resolution = resolution
        self.price = price
        self.receipt = receipt
        self.errorCode = errorCode
    }
}

extension PurchaseResolution {
    /// What an error of the store means, of StoreKit in its first or its second form. The same number in another domain is no
    /// cancelled payment.
    public init(storeError error: (any Error)?) {
        // By the case's name: nobody promises numbers for the errors of StoreKit 2.
        let isCancelled = error.map { String(reflecting: $0).hasSuffix("StoreKitError.userCancelled") } ?? false
        let former = error as NSError?
        self = isCancelled || former?.domain == "SKErrorDomain" && former?.code == 2 ? .cancel : .error
    }
}

/// The app's way to ask the store for prices.
public protocol PlacementStore: Sendable {
    /// The price of one piece.
    /// - Returns: `nil` if the store does not know the product, or cannot be asked now.
    func price(of product: String) async -> PurchaseReport.Price?
}
