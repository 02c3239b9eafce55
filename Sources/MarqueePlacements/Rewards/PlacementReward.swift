/// A reward that a content unit unlocked, and that the server signed for this install.
public struct PlacementReward: Sendable, Hashable {
    /// The name as it stands in the portal, unchanged.
    public let name: String
    /// How many, at least 1.
    public let quantity: Int64
    /// Unique for each unlock; a reward that is delivered again after a crash has the same receipt.
    public let receipt: String

    /// Makes a reward, for tests of the app.
    public init(name: String, quantity: Int64, receipt: String) {
        self.name = name
        self.quantity = quantity
        self.receipt = receipt
    }
}
