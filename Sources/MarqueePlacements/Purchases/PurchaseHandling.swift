import MarqueeCore

/// The app's way to buy what a unit offers.
final class PurchaseHandling: Sendable {
    typealias Handler = @Sendable (PlacementPurchase) async throws -> PurchaseResolution

    private let handler = Locked<Handler?>(nil)
    private let state: PlacementState
    private let log: Log

    init(_ state: PlacementState, log: Log) {
        self.state = state
        self.log = log
    }

    func setHandler(_ handler: Handler?) { self.handler.withLock { $0 = handler } }

    var hasHandler: Bool { handler.withLock { $0 != nil } }

    /// - Returns: what the app's closure returns; `error` if there is none, or if it throws.
    func resolve(_ purchase: PlacementPurchase, cookie: String?) async -> PurchaseResolution {
        do throws(MarqueeError) {
            if let cookie { try state.store(cookie: cookie, of: purchase.product) }
        } catch {
            log(.error, .debug, "the unit of a purchase could not be stored: \(error.message)")
        }
        guard let handler = handler.withLock({ $0 }) else {
            log(.error, .debug, "a unit offers \(purchase.product), but the app has set no purchase handler")
            return .error
        }
        do {
            return try await handler(purchase)
        } catch {
            log(.error, .debug, "the purchase of \(purchase.product) failed: \(error)")
            return .error
        }
    }
}
