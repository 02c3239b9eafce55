import MarqueeWire

/// Decides one request after the other, from the answers. A value without clock and network.
protocol RecipientMachine: Sendable {
    /// What must be on disk before the next request is sent; `nil` if nothing must.
    var work: RecipientWork? { get }

    /// The first action.
    mutating func begin() -> RecipientAction

    /// The action after the answer to the last request.
    mutating func receive(_ result: XMLAPIResult) -> RecipientAction
}

/// What the owner of a ``RecipientMachine`` does next.
enum RecipientAction: Sendable, Equatable {
    /// Store the machine's work, then send the request.
    case send(XMLAPIRequest)
    /// Store the recipient as the app's, and remove the work.
    case finish(RecipientOutcome)
    /// Report the error; the work stays.
    case fail(EngageError)
    /// Remove the work, which no longer fits the list, and begin from the start.
    case startAgain

    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.send(let request), .send(let other)): request == other
        case (.finish(let outcome), .finish(let other)): outcome == other
        case (.fail(let error), .fail(let other)):
            error.code == other.code && error.message == other.message && error.fault == other.fault
        case (.startAgain, .startAgain): true
        default: false
        }
    }
}

/// The app's recipient after the work, and the recipient that was given up for it.
struct RecipientOutcome: Sendable, Hashable {
    let recipient: RecipientPair
    var merged: String?
}

extension XMLAPIErrorID {
    /// Whether the list refuses a recipient because another one has its key.
    var isOfKnownRecipient: Bool { self == .recipientExists || self == .contactExists }

    /// Whether the list does not have the recipient of the request, or no longer has it.
    var isOfMissingRecipient: Bool {
        [
            .recipientDoesNotExist, .recipientIDNotValid, .notAMember, .recipientIDNotFound, .recipientNotFound,
            .recipientAlreadyDeleted,
        ].contains(self)
    }
}
