public import Foundation

/// A purchase that its claimer verifies next.
public struct PendingPurchase: Sendable, Hashable, Identifiable {
    /// The purchase's id.
    public let id: String
    /// The app that reported it.
    public let app: String
    /// What the receipt has to be for.
    public let product: String
    /// How many pieces the receipt has to be for.
    public let quantity: Int
    /// The receipt's bytes.
    public let receipt: Data
    /// The receipt's form.
    public let form: ReceiptForm
    /// How often it was claimed, this time included. A later claim makes this one worthless.
    public let attempt: Int
    /// How often the service could not read the receipt until now.
    public let unreadable: Int
    /// The bundle ids of the app; empty while nobody has named any.
    public let bundleIDs: [String]
}

/// The forms of receipts.
public enum ReceiptForm: String, Sendable, Hashable, Codable, CaseIterable {
    /// A signed transaction of StoreKit 2, verified on this machine.
    case signed
    /// A receipt that only the store's verification service can read.
    case older

    /// A signed transaction is text of three parts that begins with a JSON object in base64.
    init(of receipt: Data) {
        let isSigned = receipt.starts(with: Data("ey".utf8)) && receipt.count { $0 == UInt8(ascii: ".") } == 2
        self = isSigned ? .signed : .older
    }
}
