import Marquee
import MarqueeEngage

extension EngageWing {
    /// Stores the app's own id for its user.
    struct StoreUser: LabCommand {
        static let name = "storeUser"
        /// Empty removes the id.
        let user: String

        func run(_ call: CommandCall) throws {
            try call.app().marquee.engage.identity.setMobileUserID(user)
        }
    }

    /// Finds or makes the user's recipient.
    struct SetUpRecipient: LabCommand {
        static let name = "setUpRecipient"

        func run(_ call: CommandCall) throws {
            try call.app().setUpRecipient()
        }
    }

    /// Gives a new app a recipient of the database.
    struct ChooseRecipient: LabCommand {
        static let name = "chooseRecipient"
        /// The recipient's mobile user id.
        let user: FilledText

        func run(_ call: CommandCall) throws {
            let app = try call.app()
            let identity = app.marquee.engage.identity
            guard identity.recipientID.isEmpty else {
                throw LabError(
                    .refused,
                    "the app has recipient \(identity.recipientID); check an identity, or add a device for another")
            }
            try identity.setMobileUserID(user.text)
            app.setUpRecipient()
        }
    }

    /// Looks for the recipient with these ids and makes it the app's.
    struct CheckIdentity: LabCommand {
        static let name = "checkIdentity"
        /// Values by column.
        let ids: [String: String]

        func run(_ call: CommandCall) throws {
            let (app, ids) = (try call.app(), ids)
            app.working("Checking the identity…") { recipients async throws(EngageError) in
                // Before the search, so that the mobile user id of before is known.
                try await recipients.setUpRecipient()
                let before = app.marquee.engage.identity.mobileUserID
                let checked = try await recipients.checkIdentity(ids)
                return { .checked(checked, before: before, $0) }
            }
        }
    }
}

extension AppProcess {
    fileprivate func setUpRecipient() {
        working("Setting up the recipient…") { recipients async throws(EngageError) in
            let id = try await recipients.setUpRecipient()
            return { .setUp(id, $0) }
        }
    }

    /// Works on the recipient in the background; the state shows the outcome.
    /// - Parameter work: returns how the outcome follows from the requests that were sent.
    fileprivate func working(
        _ what: String,
        _ work:
            @escaping @Sendable (Recipients) async throws(EngageError) -> @Sendable ([XMLAPICall]) -> IdentityOutcome
    ) {
        engageLog.identity = .running(what)
        Task {
            let before = engageLog.count
            let outcome: IdentityOutcome
            do throws(EngageError) {
                outcome = try await work(marquee.engage.recipients)(engageLog.calls(after: before))
            } catch {
                outcome = .failed(error, engageLog.calls(after: before))
            }
            engageLog.identity = outcome
            note(.log, "recipient", outcome.text, isGood: outcome.branch != .failed)
        }
    }
}
