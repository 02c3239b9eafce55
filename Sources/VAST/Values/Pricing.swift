/// What an ad costs (from 3.0 on).
public struct Pricing: Sendable, Hashable {
    /// `CPM`, `CPC`, `CPE` or `CPV`, as it stands in the document.
    public var model: String
    /// ISO 4217.
    public var currency: String
    /// A decimal number as text, or something encrypted.
    public var value: String

    /// Makes a price.
    public init(model: String, currency: String, value: String) {
        self.model = model
        self.currency = currency
        self.value = value
    }
}
