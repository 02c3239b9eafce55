/// Push campaigns and what became of them for each recipient.
public protocol PushCampaignStore: Sendable {
    /// The campaigns of an app, the latest first; at most 1000.
    func campaigns(app: String) async throws(StoreError) -> [PushCampaignRecord]

    /// - Throws: `notFound`.
    func campaign(_ id: String, app: String) async throws(StoreError) -> PushCampaignRecord

    /// Makes a campaign; nothing is sent yet.
    /// - Parameter list: a list, contact list or query of the app. Nobody checks it before the delivery.
    /// - Throws: `invalid` for a message outside its limits, `alreadyExists` for a name that another campaign has.
    func create(_ message: PushMessage, list: Int64, app: String, by who: String) async throws(StoreError)
        -> PushCampaignRecord

    /// Deletes a campaign with its deliveries.
    /// - Throws: `notFound`.
    func remove(_ id: String, app: String, by who: String) async throws(StoreError)

    /// Marks that a campaign's delivery begins; it does so once.
    /// - Returns: whether this call is the one that began it.
    /// - Throws: `notFound`.
    func begin(_ id: String, app: String, by who: String) async throws(StoreError) -> Bool

    /// Reserves the delivery to some recipients, so that no other call hands a message to them.
    /// - Parameter recipients: at most 1000.
    /// - Returns: those that nobody has reserved before.
    /// - Throws: `notFound` for a campaign that is gone.
    func reserve(_ recipients: [Int64], of id: String, app: String) async throws(StoreError) -> [Int64]

    /// Notes what became of reserved deliveries.
    func record(_ outcomes: [Int64: PushOutcome], of id: String, app: String) async throws(StoreError)

    /// Marks that every recipient had its turn.
    func end(_ id: String, app: String) async throws(StoreError)

    /// How many recipients had each outcome.
    func outcomes(of id: String, app: String) async throws(StoreError) -> [PushOutcome: Int]

    /// Deliveries in the order of the recipients' ids.
    /// - Parameters:
    ///   - after: the last recipient of the page before.
    ///   - limit: 1 to 1000.
    func deliveries(of id: String, app: String, after: Int64?, limit: Int) async throws(StoreError)
        -> [PushDeliveryRecord]

    /// The campaigns that had a delivery to a recipient, the latest first, with what became of it; at most 1000.
    func deliveries(to recipient: Int64, app: String) async throws(StoreError) -> [PushDeliveryRecord]

    /// Deletes the deliveries to a recipient.
    /// - Returns: how many there were.
    func forget(_ recipient: Int64, app: String) async throws(StoreError) -> Int
}
