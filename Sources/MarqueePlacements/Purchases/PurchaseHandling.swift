import MarqueeCore

/// The app's way to buy what a unit offers.
final class PurchaseHandling: Sendable {
    typealias Handler = @Sendable (PlacementPurchase) async throws -> PurchaseResolution

    private let handler = Locked<Handler?>(nil)
    /// The longest cookie in bytes.
    private static let maximumCookie = 1_024

    private let state: PlacementState
    private let consent: Consent
    private let log: Log

    init(_ state: PlacementState, _ consent: Consent, log: Log) {
        self.state = state
        self.consent = consent
        self.log = log
    }

    func setHandler(_ handler: Handler?) { self.handler.withLock { $0 = handler } }

    var hasHandler: Bool { handler.withLock { $0 != nil } }

    /// - Returns: what the app's closure returns; `error` if there is none, or if it throws.
    func resolve(_ purchase: PlacementPurchase, cookie: String?) async -> PurchaseResolution {
        guard let handler = handler.withLock({ $0 }) else {
            log(.error, .debug, "a unit offers \(purchase.product), but the app has set no purchase handler")
            return .error
        }
        if let cookie { remember(cookie, of: purchase.product) }
        do {
            return try await handler(purchase)
        } catch {
            log(.error, .debug, "the purchase of \(purchase.product) failed: \(error)")
            return .error
        }
    }

    /// Stores which unit started the purchase, unless the user has refused that anything is stored.
    private func remember(_ cookie: String, of product: String) {
        guard cookie.utf8.count <= Self.maximumCookie, !cookie.utf8.contains(0) else { return }
        do throws(MarqueeError) {
            try state.store(cookie: cookie, of: product)
            // A refusal before this look missed the cookie, and one after it deletes it.
            if !consent.isGranted(.behaviour) { try state.forget(cookie: cookie, of: product) }
        } catch {
            log(.error, .debug, "the unit of a purchase could not be stored: \(error.message)")
        }
    }
}
