import Marquee

/// The visitor's entry in the village's customer list: the ids that a page shows, and what its two buttons do.
///
/// A value without a view, so that it is tested everywhere.
struct Membership: Sendable, Equatable {
    /// The list's column for the number on the visitor's village card.
    static let cardColumn = "Village Card"

    /// The recipient in the list; empty before there is one.
    private(set) var recipientID = ""
    /// The id by which the list knows this app's visitor; empty before there is one.
    private(set) var mobileUserID = ""
    /// What the last button did, or why it failed.
    private(set) var message = ""

    /// Nothing is known before the SDK has started.
    init() {}

    /// The ids as the SDK knows them.
    init(_ engage: Engage) {
        readIDs(engage)
    }

    /// Finds or makes the visitor's recipient.
    func settingUp(_ engage: Engage) async -> Membership {
        await after(engage) { () async throws(EngageError) in
            try await engage.recipients.setUpRecipient()
            return "The visitor has a recipient."
        }
    }

    /// Looks for the recipient with this village card, and makes it the visitor's.
    func checking(card: String, _ engage: Engage) async -> Membership {
        await after(engage) { () async throws(EngageError) in
            let checked = try await engage.recipients.checkIdentity([Self.cardColumn: card])
            return checked.mergedRecipientID.map { "The recipient \($0) was merged into this one." }
                ?? "The card belongs to this recipient."
        }
    }

    private func after(_ engage: Engage, _ work: () async throws(EngageError) -> String) async -> Membership {
        var next = self
        do throws(EngageError) {
            next.message = try await work()
        } catch {
            // The host's own words, if it refused the request.
            next.message = error.fault?.message ?? error.message
        }
        next.readIDs(engage)
        return next
    }

    private mutating func readIDs(_ engage: Engage) {
        recipientID = engage.identity.recipientID
        mobileUserID = engage.identity.mobileUserID
    }
}
