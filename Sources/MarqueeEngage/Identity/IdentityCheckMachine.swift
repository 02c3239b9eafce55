import MarqueeWire

/// Decides the requests of a check of identities: the search, and what follows from the recipient that is found.
struct IdentityCheckMachine: RecipientMachine {
    /// The most merged recipients that are followed to the one that counts.
    static let longestChain = 8

    private enum Phase {
        case searching
        case following(String)
        case writing
        case merging(MergeMachine)
    }

    private let ids: NamedTexts
    private let own: RecipientPair
    private let settings: RecipientSettings
    private let time: Timestamp
    private let auditKey: String
    private var phase = Phase.searching
    /// The recipients that were found, in order.
    private var seen: [RecipientPair] = []

    init(
        _ ids: NamedTexts, own: RecipientPair, settings: RecipientSettings, time: Timestamp, auditKey: String
    ) {
        self.ids = ids
        self.own = own
        self.settings = settings
        self.time = time
        self.auditKey = auditKey
    }

    /// Only a merge must not be decided twice; a search and an update can be repeated.
    var work: RecipientWork? {
        if case .merging(let machine) = phase { machine.work } else { nil }
    }

    mutating func begin() -> RecipientAction {
        .send(.selectRecipientData(columns: ids, list: settings.listID))
    }

    mutating func receive(_ result: XMLAPIResult) -> RecipientAction {
        let refusal = result.refusal
        switch phase {
        case .merging(var machine):
            defer { phase = .merging(machine) }
            return machine.receive(result)
        case .writing:
            if let refusal { return .fail(refusal) }
            return unchanged
        case .searching:
            if refusal?.fault?.id == .notAMember { return write(ids) }
            if let refusal { return .fail(refusal) }
            return found(result, asked: "")
        case .following(let asked):
            // A chain that leads to a removed recipient ends before it.
            if refusal?.fault?.id.isOfMissingRecipient == true, let last = seen.last { return take(last) }
            if let refusal { return .fail(refusal) }
            return found(result, asked: asked)
        }
    }

    private var unchanged: RecipientAction { .finish(.init(recipient: own)) }

    private mutating func write(_ columns: NamedTexts) -> RecipientAction {
        phase = .writing
        return .send(.updateRecipient(own.recipientID, list: settings.listID, columns: columns))
    }

    /// A recipient that was given up in an earlier merge points to the recipient that took its place.
    private mutating func found(_ result: XMLAPIResult, asked: String) -> RecipientAction {
        let id = result.recipientID.isEmpty ? asked : result.recipientID
        guard !id.isEmpty else { return .fail(EngageError(.hostFailed, "the host's answer has no recipient id")) }
        let recipient = RecipientPair(
            recipientID: id, mobileUserID: result.column(settings.mobileUserIDColumn) ?? "")
        seen.append(recipient)
        let next = result.column(settings.mergedRecipientColumn) ?? ""
        guard id != own.recipientID, !next.isEmpty, !seen.contains(where: { $0.recipientID == next }),
            seen.count < Self.longestChain
        else { return take(recipient) }
        phase = .following(next)
        return .send(.selectRecipient(next, list: settings.listID))
    }

    private mutating func take(_ found: RecipientPair) -> RecipientAction {
        if found.recipientID == own.recipientID {
            return found.mobileUserID.isEmpty ? write([settings.mobileUserIDColumn: own.mobileUserID]) : unchanged
        }
        let isNameless = found.mobileUserID.isEmpty
        var machine = MergeMachine(
            RecipientMerge(
                listID: settings.listID, ids: ids, old: own,
                new: RecipientPair(
                    recipientID: found.recipientID,
                    mobileUserID: isNameless ? own.mobileUserID : found.mobileUserID),
                movesMobileUserID: isNameless, time: time, auditKey: auditKey), settings, isResumed: false)
        let action = machine.begin()
        phase = .merging(machine)
        return action
    }
}
