import MarqueeWire

/// A purchase that a content unit asks the app to make, signed by the server for this install.
public struct PlacementPurchase: Sendable, Hashable {
    /// The store's id of the product, unchanged.
    public let product: String
    /// The product's name for people.
    public let name: String
    /// How many, at least 1.
    public let quantity: Int64
    /// Unique for each showing of a unit. A person who cancels and presses the unit's button again asks with the same one.
    public let receipt: String

    /// Makes a purchase, for tests of the app.
    public init(product: String, name: String, quantity: Int64, receipt: String) {
        self.product = product
        self.name = name
        self.quantity = quantity
        self.receipt = receipt
    }

    init(_ purchase: UnitPurchase) {
        product = purchase.product
        name = purchase.name
        quantity = purchase.quantity
        receipt = purchase.receipt
    }
}
