public import MarqueeWire

/// Purchases that devices report, and what the store says of them.
public protocol PurchaseStore: Sendable {
    /// Removes receipts and notices that are kept for a time only, also while no device reports a purchase.
    func removeOldRows() async

    /// Stores a purchase. A report that the install has sent already, by its key, is not stored again.
    /// - Returns: the purchase as it is stored.
    /// - Throws: `invalid` for a value outside ``TrackedPurchase/Limits``, `notFound` for an app that does not exist.
    @discardableResult
    func record(_ purchase: TrackedPurchase, app: String) async throws(StoreError) -> PurchaseRecord

    /// Purchases in the order in which they were reported, the latest first.
    /// - Parameters:
    ///   - before: the last purchase of the page before.
    ///   - limit: 1 to 1000.
    func purchases(_ filter: PurchaseFilter, app: String, before: String?, limit: Int) async throws(StoreError)
        -> [PurchaseRecord]

    /// - Throws: `notFound`.
    func purchase(_ id: String, app: String) async throws(StoreError) -> PurchaseRecord

    /// How many purchases there are by status.
    func counts(_ filter: PurchaseFilter, app: String) async throws(StoreError) -> [PurchaseStatus: Int]

    /// What successful purchases brought, by currency.
    func revenue(_ filter: PurchaseFilter, app: String) async throws(StoreError) -> [Revenue]

    /// What successful purchases brought by the content unit that started them; those of no unit are left out.
    func revenueByUnit(_ filter: PurchaseFilter, app: String) async throws(StoreError) -> [String: [Revenue]]

    /// What successful purchases brought by the day of UTC on which the store sold them, or else on which they were
    /// reported, in days since 1970.
    func revenueByDay(_ filter: PurchaseFilter, app: String) async throws(StoreError) -> [Int: [Revenue]]

    /// What known installs have spent, by currency. A purchase of price 0 makes no payer. Test devices and devices that
    /// opted out are left out.
    func lifetimeRevenue(app: String) async throws(StoreError) -> [LifetimeRevenue]

    /// Takes the purchases of an install away from it: they stay as revenue, without install and receipt. One that waits
    /// to be verified stays unverified.
    /// - Returns: how many purchases the install had.
    func forget(install: String, app: String) async throws(StoreError) -> Int

    /// The rates into a currency by day and currency.
    /// - Parameter days: days of UTC since 1970, both included.
    func rates(into currency: String, days: ClosedRange<Int>, app: String) async throws(StoreError) -> [DayRate]

    /// Stores rates, each in the place of one for the same day and currencies. The audit log has how many.
    /// - Throws: `invalid` for a rate that is not one, and for more than ``DayRate/most`` at once.
    func setRates(_ rates: [DayRate], app: String, by who: String) async throws(StoreError)

    /// The currencies into which there are rates, in alphabetical order.
    func rateCurrencies(app: String) async throws(StoreError) -> [String]

    /// The apps with purchases to verify, first the one with the purchase that was due first; without those whose bundle
    /// ids nobody has given, of which nothing can be verified.
    func appsDue(_ form: ReceiptForm, at now: Timestamp) async throws(StoreError) -> [String]

    /// Takes the purchase of an app that has waited longest to be verified. No other call gets it within the next two
    /// minutes; if nothing is settled until then, it is due again.
    func claimDue(_ form: ReceiptForm, app: String, at now: Timestamp) async throws(StoreError) -> PendingPurchase?

    /// Stores what verifying came to.
    /// - Returns: the purchase's status; `nil` when a later claim has taken this one's place, and nothing was stored.
    func settle(_ pending: PendingPurchase, as verdict: PurchaseVerdict) async throws(StoreError) -> PurchaseStatus?

    /// Stores a notice of the store once, and takes a refunded purchase back, also one that is reported later.
    /// - Returns: whether it is new.
    /// - Throws: `notFound` for an app that does not exist.
    @discardableResult
    func record(_ notice: StoreNotice, app: String) async throws(StoreError) -> Bool

    /// How the store knows an app; `nil` while nobody has said so.
    func identity(app: String) async throws(StoreError) -> StoreIdentity?

    /// Says how the store knows an app, and verifies what waits at once. Receipts that were refused as those of another
    /// app or for their chain are verified again, also if nothing has changed. The audit log has the bundle ids.
    /// - Throws: `invalid`, `notFound` for an app that does not exist.
    func setIdentity(_ identity: StoreIdentity, app: String, by who: String) async throws(StoreError)
}
