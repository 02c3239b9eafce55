import MarqueeWire

/// Decides the requests that give the app's user a recipient. Answers go in, actions come out; the machine has no clock
/// and sends nothing.
struct SetUpMachine: RecipientMachine {
    private enum Phase { case lookingUp, adding, naming }

    private let settings: RecipientSettings
    private var creation: RecipientCreation
    private var phase: Phase
    /// Whether the list refused a second recipient with the id.
    private var isRefusedAsKnown = false

    init(_ creation: RecipientCreation, _ settings: RecipientSettings) {
        self.settings = settings
        self.creation = creation
        phase = !creation.recipientID.isEmpty ? .naming : creation.mayExist ? .lookingUp : .adding
    }

    var work: RecipientWork? { .creation(creation) }

    mutating func begin() -> RecipientAction {
        // From now on, an answer that is lost may be the answer of a host that added the recipient.
        creation.mayExist = true
        return send()
    }

    private func send() -> RecipientAction {
        let columns: NamedTexts = [settings.mobileUserIDColumn: creation.mobileUserID]
        switch phase {
        case .lookingUp: return .send(.selectRecipientData(columns: columns, list: creation.listID))
        case .adding:
            return .send(
                .addRecipient(
                    mobileUserID: creation.mobileUserID, column: settings.mobileUserIDColumn, list: creation.listID))
        case .naming:
            return .send(.updateRecipient(creation.recipientID, list: creation.listID, columns: columns))
        }
    }

    mutating func receive(_ result: XMLAPIResult) -> RecipientAction {
        if let refusal = result.refusal { return refused(refusal) }
        let id = result.recipientID.isEmpty ? creation.recipientID : result.recipientID
        guard !id.isEmpty else { return .fail(EngageError(.hostFailed, "the host's answer has no recipient id")) }
        return .finish(.init(recipient: RecipientPair(recipientID: id, mobileUserID: creation.mobileUserID)))
    }

    private mutating func refused(_ refusal: EngageError) -> RecipientAction {
        switch (phase, refusal.fault?.id) {
        case (.lookingUp, .notAMember?) where !isRefusedAsKnown: phase = .adding
        case (.adding, let fault?) where fault.isOfKnownRecipient:
            isRefusedAsKnown = true
            phase = .lookingUp
        default: return .fail(refusal)
        }
        return send()
    }
}
