import Foundation
import MarqueeWire
import PlatformStore

/// Hands the message of a campaign to the devices of a list's recipients, each of them once.
struct PushSender: Sendable {
    /// The most recipients of one campaign: they are served within one request.
    static let mostRecipients = 10_000
    private static let step = 500

    let campaigns: any PushCampaignStore
    let recipients: any RecipientStore
    /// `nil` on a server without devices.
    let delivery: (any PushDelivery)?

    /// Begins or finishes the delivery of a campaign.
    /// - Throws: ``PortalError`` with `invalidField` without devices and for a list that is too long; what stores throw.
    func send(_ campaign: PushCampaignRecord, by who: String) async throws {
        guard let delivery else {
            throw PortalError(
                .invalidField, "This server reaches no devices. Nothing was sent.")
        }
        guard campaign.ended == nil else {
            throw PortalError(.invalidField, "The message was sent before, and nobody gets it twice.")
        }
        let size = try await size(of: campaign.list, app: campaign.app)
        guard size <= Self.mostRecipients else {
            throw PortalError(
                .invalidField,
                "The list has more than \(Self.mostRecipients) recipients. Nothing was sent. Choose a contact list or a query."
            )
        }
        let payload = try campaign.message.payload
        _ = try await campaigns.begin(campaign.id, app: campaign.app, by: who)
        var after: Int64?
        repeat {
            let page = try await recipients.recipients(
                of: campaign.list, app: campaign.app, after: after, limit: Self.step)
            let reserved = Set(
                try await campaigns.reserve(page.recipients.map(\.id), of: campaign.id, app: campaign.app))
            var outcomes: [Int64: PushOutcome] = [:]
            for recipient in page.recipients where reserved.contains(recipient.id) {
                outcomes[recipient.id] = await outcome(recipient, payload, campaign.app, delivery)
            }
            try await campaigns.record(outcomes, of: campaign.id, app: campaign.app)
            after = page.next
        } while after != nil
        try await campaigns.end(campaign.id, app: campaign.app)
    }

    private func outcome(
        _ recipient: RecipientRecord, _ payload: Data, _ app: String, _ delivery: any PushDelivery
    ) async -> PushOutcome {
        guard recipient.optedOut == nil else { return .optedOut }
        let address = PushAddress(
            recipient: recipient.id, mobileUser: recipient.value(IdentityColumns.mobileUserID))
        return await delivery.deliver(payload, to: address, app: app)
    }

    /// The size of what is sent to, or of the database below a query.
    private func size(of list: Int64, app: String) async throws -> Int {
        let entries = try await recipients.entries(app: app, kinds: [.database, .contacts, .query])
        guard let entry = entries.first(where: { $0.id == list }) else {
            throw PortalError(.notFound, "There is no database, contact list or query \(list) any more.")
        }
        guard entry.kind == .query else { return entry.size }
        return entries.first { $0.id == entry.parent }?.size ?? 0
    }
}
