import MarqueeEngage

/// How work on the recipient ended, and which way it took.
struct IdentityOutcome: Codable, Sendable, Hashable {
    /// The ways that a check of identities, or the set-up of a recipient, can take.
    enum Branch: String, Codable, CaseIterable {
        case running
        case setUp
        case known
        case noneHasIDs
        case ownHasIDs
        case takesMobileUser
        case givesMobileUser
        case failed
    }

    let branch: Branch
    let text: String
    /// The requests of XMLAPI that were sent, in order.
    var calls: [String] = []

    static func running(_ what: String) -> IdentityOutcome { IdentityOutcome(branch: .running, text: what) }

    static func failed(_ error: EngageError, _ calls: [XMLAPICall]) -> IdentityOutcome {
        IdentityOutcome(branch: .failed, text: error.message, calls: calls.map(\.description))
    }

    /// The outcome of a set-up.
    static func setUp(_ recipient: String, _ calls: [XMLAPICall]) -> IdentityOutcome {
        guard !calls.isEmpty else {
            return IdentityOutcome(
                branch: .known, text: "Both ids were known: recipient \(recipient). Nothing was sent.")
        }
        return IdentityOutcome(
            branch: .setUp, text: "The app has recipient \(recipient).", calls: calls.map(\.description))
    }

    /// The outcome of a check: which of the document's cases it was.
    /// - Parameter before: the mobile user id before the check.
    static func checked(_ now: CheckedIdentity, before: String, _ calls: [XMLAPICall]) -> IdentityOutcome {
        let (branch, text) = way(now, before: before, calls)
        return IdentityOutcome(branch: branch, text: text, calls: calls.map(\.description))
    }

    private static func way(_ now: CheckedIdentity, before: String, _ calls: [XMLAPICall]) -> (Branch, String) {
        guard let merged = now.mergedRecipientID else {
            let search = calls.last { $0.operation == "SelectRecipientData" }
            return search?.isRefused == true
                ? (.noneHasIDs, "No recipient had the ids: recipient \(now.recipientID) has them now.")
                : (.ownHasIDs, "Recipient \(now.recipientID), the app's own, has the ids already.")
        }
        return now.mobileUserID == before
            ? (
                .givesMobileUser,
                "Recipient \(now.recipientID) had the ids and no mobile user id: it gets the app's, and recipient "
                    + "\(merged) is given up."
            )
            : (
                .takesMobileUser,
                "Recipient \(now.recipientID) had the ids and a mobile user id, which the app takes: recipient "
                    + "\(merged) is given up."
            )
    }
}
