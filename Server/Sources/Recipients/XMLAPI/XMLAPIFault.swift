import MarqueeWire
import PlatformStore

/// What an operation refuses, with the id by which clients tell the reasons apart.
struct XMLAPIFault: Error, Sendable, Equatable {
    let id: XMLAPIErrorID
    let message: String

    init(_ id: XMLAPIErrorID, _ message: String) {
        self.id = id
        self.message = message
    }

    static func missing(_ parameter: String) -> XMLAPIFault {
        XMLAPIFault(.missingParameter, "the parameter \(parameter) is missing")
    }

    /// - Returns: `nil` for an error that is not about the request.
    init?(_ error: StoreError, in operation: XMLAPIOperation) {
        guard let fault = error.recipientFault else { return nil }
        self.init(Self.id(of: fault, in: operation), error.message)
    }

    private static func id(of fault: RecipientFault, in operation: XMLAPIOperation) -> XMLAPIErrorID {
        switch fault {
        case .noList: .listNotValid
        // Who is looked for and not there is no member of the list; who is to be changed does not exist.
        case .noRecipient, .noMatch: operation == .updateRecipient ? .recipientDoesNotExist : .notAMember
        case .removed: operation == .selectRecipientData ? .notAMember : .recipientAlreadyDeleted
        case .optedOut: .optedOut
        case .keyInUse: .recipientExists
        case .noColumn: .columnDoesNotExist
        case .noKeyValue: .recipientKeyMissing
        case .valueNotValid: .recipientSaveError
        case .columnExists: .nameInUse
        case .systemColumn: .systemColumn
        case .nameInUse: operation == .createQuery ? .queryNameInUse : .nameInUse
        case .nameNotValid, .notIndexed: .columnNameNotValid
        case .tooMany: .invalidXML
        case .noJob: .jobNotValid
        case .noFile, .fileInUse: .fileTypeNotValid
        case .calculatedRecently: .querySaveError
        }
    }
}
