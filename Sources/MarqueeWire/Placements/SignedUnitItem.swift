/// What a content unit hands to the app, signed by the server for one install: a reward or a purchase.
public protocol SignedUnitItem: Sendable, Hashable {
    /// The fields that are signed before the receipt.
    var signedFields: [String] { get }
    /// Unique for each unlock or purchase.
    var receipt: String { get }
    /// What the SDKs from 1.10 to 1.20 check: hexadecimal SHA-1; empty without one.
    var signature: String { get }
    /// What Marquee's SDK checks instead of ``signature``: hexadecimal HMAC-SHA256; empty without one.
    var code: String { get }
}

extension SignedUnitItem {
    func signedText(gid: String) -> String { (signedFields + [gid, receipt]).joined(separator: ":") }

    func signedText(identifier: String) -> String {
        ([identifier] + signedFields + [receipt]).joined(separator: ":")
    }

    /// Whether the server signed this item for this install.
    public func isSigned(with secret: PlacementSecret, gid: String) -> Bool {
        code.isEmpty
            ? PlacementSecret.matches(signature, secret.signature(of: self, gid: gid))
            : PlacementSecret.matches(code, secret.code(of: self, gid: gid))
    }
}

/// A reward that a content unit unlocks.
public struct UnitReward: SignedUnitItem {
    /// The name as it stands in the portal, unchanged.
    public let name: String
    /// How many, at least 1.
    public let quantity: Int64
    /// Unique for each unlock or purchase.
    public let receipt: String
    /// Hexadecimal SHA-1; empty without one.
    public let signature: String
    /// Hexadecimal HMAC-SHA256; empty without one.
    public let code: String

    /// A reward with what it is signed with.
    public init(name: String, quantity: Int64, receipt: String, signature: String = "", code: String = "") {
        self.name = name
        self.quantity = quantity
        self.receipt = receipt
        self.signature = signature
        self.code = code
    }

    /// Reads one element of `rewards`.
    /// - Returns: `nil` if a field is missing or has the wrong type, or if the quantity is below 1.
    public init?(_ value: JSONValue) {
        guard let name = value["reward"]?.text, let quantity = value["quantity"]?.integer, quantity >= 1,
            let receipt = value["receipt"]?.plainText, !receipt.isEmpty
        else { return nil }
        self.init(
            name: name, quantity: quantity, receipt: receipt, signature: value["signature"]?.text ?? "",
            code: value["sig256"]?.text ?? "")
    }

    /// Name and quantity.
    public var signedFields: [String] { [name, String(quantity)] }
}

/// A purchase that a content unit starts.
public struct UnitPurchase: SignedUnitItem {
    /// The store's id of the product, unchanged.
    public let product: String
    /// The product's name for people.
    public let name: String
    /// How many, at least 1.
    public let quantity: Int64
    /// Unique for each unlock or purchase.
    public let receipt: String
    /// Hexadecimal SHA-1; empty without one.
    public let signature: String
    /// Hexadecimal HMAC-SHA256; empty without one.
    public let code: String
    /// Ties the purchase to the unit that started it; not signed.
    public let cookie: String?

    /// A purchase with what it is signed with.
    public init(
        product: String, name: String, quantity: Int64, receipt: String, signature: String = "", code: String = "",
        cookie: String? = nil
    ) {
        self.product = product
        self.name = name
        self.quantity = quantity
        self.receipt = receipt
        self.signature = signature
        self.code = code
        self.cookie = cookie
    }

    /// Reads one element of `purchases`.
    /// - Returns: `nil` if a field is missing, empty or has the wrong type, or if the quantity is below 1.
    public init?(_ value: JSONValue) {
        guard let product = value["product"]?.text, !product.isEmpty, let name = value["name"]?.text,
            let quantity = value["quantity"]?.integer, quantity >= 1,
            let receipt = value["receipt"]?.plainText, !receipt.isEmpty
        else { return nil }
        self.init(
            product: product, name: name, quantity: quantity, receipt: receipt,
            signature: value["signature"]?.text ?? "", code: value["sig256"]?.text ?? "",
            cookie: value["cookie"]?.plainText)
    }

    /// Product, name and quantity.
    public var signedFields: [String] { [product, name, String(quantity)] }
}
