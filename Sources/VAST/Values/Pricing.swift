/// The price of an ad (from 3.0 on).
public struct Pricing: Sendable, Hashable {
    /// `CPM`, `CPC`, `CPE` or `CPV`, as the document contains it.
    public var model: String
    /// The currency code of ISO 4217.
    public var currency: String
    /// A decimal number as text, or an encrypted value.
    public var value: String

    /// Values are stored unchanged; a ``DocumentWriter`` checks them.
    public init(model: String, currency: String, value: String) {
        self.model = model
        self.currency = currency
        self.value = value
    }
}
