public import MarqueeWire

/// Purchases that devices report, and what the store says of them.
public protocol PurchaseStore: Sendable {
    /// Stores a purchase. A report whose key the app has already is not stored again.
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

    /// Takes the purchase that has waited longest to be verified, of every app. No other call gets it within the next two
    /// minutes; if nothing is settled until then, it is due again.
    func claimDue(_ form: ReceiptForm, at now: Timestamp) async throws(StoreError) -> PendingPurchase?

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

    /// Says how the store knows an app, and verifies what waits at once. The audit log has the bundle ids.
    /// - Throws: `invalid`, `notFound` for an app that does not exist.
    func setIdentity(_ identity: StoreIdentity, app: String, by who: String) async throws(StoreError)
}
