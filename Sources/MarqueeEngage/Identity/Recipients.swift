import MarqueeCore
import MarqueeWire

/// Gives the app's user a recipient in the host's list, and joins it with the recipient that other ids of the user lead
/// to.
///
/// ```swift
/// let id = try await recipients.setUpRecipient()
/// let checked = try await recipients.checkIdentity(["facebook_id": "100"])
/// ```
///
/// Calls run one after the other. A call that fails, or is ended with the app, leaves the local ids as they were; the
/// next call finishes its work.
public final class Recipients: Sendable {
    /// The most ids in one check.
    static let mostIDs = 32

    let api: XMLAPI
    let identity: EngageIdentity
    let settings: RecipientSettings
    let calls = SerialCalls()
    private let kept: EngageState
    private let generators: IDGenerators
    private let environment: Environment
    private let log: Log

    init(
        _ api: XMLAPI, identity: EngageIdentity, settings: RecipientSettings, kept: EngageState,
        generators: IDGenerators, environment: Environment, log: Log
    ) {
        self.api = api
        self.identity = identity
        self.settings = settings
        self.kept = kept
        self.generators = generators
        self.environment = environment
        self.log = log
    }

    /// Makes sure that the app's user has a recipient, and returns its id.
    ///
    /// Sends nothing if both ids are known. Otherwise a mobile user id is generated, if the app has stored none and the
    /// configuration allows it; the recipient with this id is found or added; then both ids are stored.
    /// - Throws: ``EngageError``: `notConfigured` before anything is sent, `refused` with the host's fault, `storage`,
    ///   or an error of ``XMLAPI/send(_:)``.
    @discardableResult
    public func setUpRecipient() async throws(EngageError) -> String {
        try await calls.run { () async throws(EngageError) in try await self.setUp().recipientID }
    }

    /// Looks for the recipient that has all these ids in its columns, and makes it the app's recipient.
    ///
    /// Calls ``setUpRecipient()`` first. If no recipient has the ids, the app's recipient gets them. A recipient without
    /// a mobile user id gets the app's; the mobile user id of a recipient that has one becomes the app's. The recipient
    /// that is given up gets the merge history, as configured.
    /// - Parameter ids: values by column, 1 to 32; a value must not be empty.
    /// - Throws: ``EngageError``: `invalidParameters` or `notConfigured` before anything is sent, `refused` with the
    ///   host's fault, `storage`, or an error of ``XMLAPI/send(_:)``. The local ids are unchanged then.
    public func checkIdentity(_ ids: [String: String]) async throws(EngageError) -> CheckedIdentity {
        try await calls.run { () async throws(EngageError) in
            let outcome = try await self.check(NamedTexts(ids))
            return CheckedIdentity(
                recipientID: outcome.recipient.recipientID, mergedRecipientID: outcome.merged,
                mobileUserID: outcome.recipient.mobileUserID)
        }
    }

    private func setUp() async throws(EngageError) -> RecipientPair {
        let known = RecipientPair(identity.ids)
        if !known.recipientID.isEmpty, !known.mobileUserID.isEmpty { return known }
        if known.mobileUserID.isEmpty, !settings.isAutomatic {
            throw EngageError(
                .notConfigured,
                "there is no mobile user id: store one, or set Recipient.enableAutoAnonymousTracking to true")
        }
        if let problem = settings.setUpProblem { throw problem }
        var machine = SetUpMachine(try creation(known), settings)
        return try await run(&machine, from: known).recipient
    }

    /// The creation that an earlier call began, if it fits the ids of today, otherwise a new one.
    private func creation(_ known: RecipientPair) throws(EngageError) -> RecipientCreation {
        if case .creation(let begun) = try storedWork(), begun.listID == settings.listID,
            begun.recipientID == known.recipientID, ["", begun.mobileUserID].contains(known.mobileUserID)
        {
            return begun
        }
        let isGenerated = known.mobileUserID.isEmpty
        return RecipientCreation(
            listID: settings.listID,
            mobileUserID: isGenerated ? generators.makeID(settings.mobileUserIDGenerator) : known.mobileUserID,
            recipientID: known.recipientID,
            // A random UUID is new. An id of the app's own generator or of the app may be in the list.
            mayExist: !isGenerated || settings.mobileUserIDGenerator != IDGenerators.defaultName)
    }

    private func check(_ ids: NamedTexts) async throws(EngageError) -> RecipientOutcome {
        guard (1...Self.mostIDs).contains(ids.pairs.count) else {
            throw EngageError(.invalidParameters, "a check of identities needs 1 to \(Self.mostIDs) ids")
        }
        if let wrong = ids.pairs.first(where: { $0.name.isEmpty || $0.value.isEmpty }) {
            throw EngageError(.invalidParameters, "the id for the column \"\(wrong.name)\" has an empty name or value")
        }
        if let problem = settings.checkProblem { throw problem }
        var own = try await setUp()
        if let (finished, outcome) = try await finishMerge(of: own) {
            if finished == ids { return outcome }
            own = outcome.recipient
        }
        var machine = IdentityCheckMachine(
            ids, own: own, settings: settings, time: environment.now(),
            auditKey: settings.audit.isEnabled ? generators.makeID(settings.audit.keyGenerator) : "")
        return try await run(&machine, from: own)
    }

    /// Finishes the merge that an earlier check began.
    /// - Returns: its ids and outcome; `nil` if there is none, or if its recipients are no longer in the list.
    private func finishMerge(of own: RecipientPair) async throws(EngageError) -> (NamedTexts, RecipientOutcome)? {
        guard case .merge(let merge) = try storedWork(), merge.old == own, merge.listID == settings.listID else {
            return nil
        }
        var machine = MergeMachine(merge, settings, isResumed: true)
        do throws(EngageError) {
            return (merge.ids, try await run(&machine, from: own))
        } catch {
            guard try storedWork() == nil else { throw error }
            log(.warning, .debug, "a merge was begun with a recipient that is gone; the search begins again")
            return nil
        }
    }

    /// Sends the machine's requests until the machine is finished.
    /// - Parameters:
    ///   - machine: decides the requests.
    ///   - own: the app's ids when the work began.
    private func run(
        _ machine: inout some RecipientMachine, from own: RecipientPair
    ) async throws(EngageError) -> RecipientOutcome {
        var action = machine.begin()
        var stored: RecipientWork?
        while true {
            switch action {
            case .send(let request):
                if let work = machine.work, work != stored {
                    try storeWork(work)
                    stored = work
                }
                action = machine.receive(try await api.send(request))
            case .finish(let outcome):
                try identity.switchTo(outcome.recipient, from: own, finishing: RecipientWork.key)
                return outcome
            case .fail(let error): throw error
            case .startAgain:
                try storeWork(nil)
                throw EngageError(.refused, "the recipient of a merge is no longer in the list")
            }
        }
    }

    private func storedWork() throws(EngageError) -> RecipientWork? {
        do throws(MarqueeError) {
            return try kept.value(RecipientWork.key).flatMap { RecipientWork(json: $0) }
        } catch {
            throw EngageError(error)
        }
    }

    private func storeWork(_ work: RecipientWork?) throws(EngageError) {
        let json = try work?.json()
        do throws(MarqueeError) {
            try kept.store([RecipientWork.key: json])
        } catch {
            throw EngageError(error)
        }
    }
}
