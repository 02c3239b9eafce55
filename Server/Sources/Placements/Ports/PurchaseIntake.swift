package import PlatformStore

/// Receives purchases that devices track.
package protocol PurchaseIntake: Sendable {
    /// Stores a purchase. Returns when it is durable.
    /// - Returns: the purchase as it was stored when it was reported first.
    func record(_ purchase: TrackedPurchase, app: String) async throws -> PurchaseRecord
}

/// Stores purchases where their receipts are verified.
package struct StoredPurchases: PurchaseIntake {
    private let purchases: any PurchaseStore

    package init(_ purchases: any PurchaseStore) { self.purchases = purchases }

    package func record(_ purchase: TrackedPurchase, app: String) async throws -> PurchaseRecord {
        do { return try await purchases.record(purchase, app: app) } catch {
            guard error.code == .invalid else { throw error }
            throw PlacementRefusal(.badRequest, error.message)
        }
    }
}
