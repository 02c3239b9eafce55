import MarqueeCore

/// Buys in a store, hands over the goods, and reports each purchase.
///
/// ```swift
/// let shop = PlacementShop(marquee.placements, store: StoreKitStore()) { bought in purse.add(bought) }
/// marquee.placements.setPurchaseHandler { try await shop.buy($0.product, quantity: Int($0.quantity)) }
/// Task { await shop.handOverWaiting() }
/// ```
public struct PlacementShop: Sendable {
    private let placements: Placements
    private let store: any PurchasingStore
    private let deliver: @Sendable (StorePurchase.Bought) async throws -> Void

    /// - Parameters:
    ///   - placements: reports the purchases.
    ///   - store: sells, and is asked for prices.
    ///   - deliver: hands over the goods, also if the unit that offered them is closed meanwhile. If it throws, or the
    ///     process ends before the purchase is finished, the same transaction comes again, so that it must be able to
    ///     recognise one.
    public init(
        _ placements: Placements, store: any PurchasingStore,
        deliver: @escaping @Sendable (StorePurchase.Bought) async throws -> Void
    ) {
        self.placements = placements
        self.store = store
        self.deliver = deliver
        placements.setStore(store)
    }

    /// Looks the product up, lets the person buy it, hands it over and reports how it ended.
    ///
    /// A product that the store does not know is ``PurchaseResolution/error``. A purchase that waits for approval is
    /// ``PurchaseResolution/cancel`` for the unit, and is reported when it was approved. One whose task is cancelled before
    /// the store was asked to sell is too, and is not reported. If the user refuses the purpose `behaviour`, nothing is
    /// reported.
    /// - Throws: ``PlacementError`` of ``Placements/report(_:)``. The purchase is then not finished and comes again.
    public func buy(_ product: String, quantity: Int = 1) async throws(PlacementError) -> PurchaseResolution {
        let found = await store.price(of: product)
        // The unit was closed while the store looked: nobody waits for a payment sheet.
        if Task.isCancelled { return .cancel }
        guard let price = found else {
            return try await report(PurchaseReport(product, quantity: quantity, error: nil))
        }
        switch await store.buy(product, quantity: quantity) {
        case .bought(let bought): return try await handOver(bought, price)
        case .cancelled:
            return try await report(PurchaseReport(product, quantity: quantity, resolution: .cancel, price: price))
        case .pending: return .cancel
        case .failed(let error):
            return try await report(PurchaseReport(product, quantity: quantity, error: error, price: price))
        }
    }

    /// Hands over and reports what was bought outside of ``buy(_:quantity:)``, until the task is cancelled.
    ///
    /// What fails comes again with the next launch.
    public func handOverWaiting() async {
        for await bought in store.waiting() {
            // Without the price, which the report asks for by itself: paid goods wait for nothing.
            _ = try? await handOver(bought, nil)
        }
    }

    /// In a task of its own: a unit that is closed cancels its purchase, and what was paid is handed over all the same.
    private func handOver(
        _ bought: StorePurchase.Bought, _ price: PurchaseReport.Price?
    ) async throws(PlacementError) -> PurchaseResolution {
        let task = Task { () async -> Result<PurchaseResolution, PlacementError> in
            do throws(PlacementError) {
                return .success(try await deliverAndReport(bought, price))
            } catch {
                return .failure(error)
            }
        }
        return try await task.value.get()
    }

    private func deliverAndReport(
        _ bought: StorePurchase.Bought, _ price: PurchaseReport.Price?
    ) async throws(PlacementError) -> PurchaseResolution {
        do {
            if bought.isDeliverable { try await deliver(bought) }
        } catch {
            return .error
        }
        _ = try await report(
            PurchaseReport(
                bought.product, quantity: bought.quantity, resolution: .buy, price: price, receipt: bought.receipt))
        await bought.finish()
        return .buy
    }

    /// Without consent there is nothing to report, and the purchase ends as it would with it.
    private func report(_ report: PurchaseReport) async throws(PlacementError) -> PurchaseResolution {
        do throws(PlacementError) {
            try await placements.report(report)
        } catch {
            guard error.code == .consentRefused else { throw error }
        }
        return report.resolution
    }
}
