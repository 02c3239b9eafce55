public import MarqueeCore

/// Why a call of the content hub failed: a bounded code, a sentence, and the cause if there is one.
public struct HubError: Error, Sendable, CustomStringConvertible {
    /// The ZBiM SDK's error domain, for apps that bridge errors to `NSError`.
    public static let domain = "ZBIMErrorDomain"

    /// The codes of `ZBiM.h` 1.3, in its order and with its raw values.
    public enum Code: Int, Sendable, CaseIterable {
        /// Never thrown; kept for the raw values.
        case none = 0
        /// An argument is outside its allowed form.
        case invalidParameters = 1
        /// The call does not fit the hub's state: without a usable configuration, or on a hub that is not displayed.
        case invalidState = 2
        /// The call cannot be carried out now: a hub is displayed already, or the content cannot be stored.
        case invalidOperation = 3
        /// The network was needed and could not be reached, or did not answer within its deadline.
        case noNetwork = 4
        /// No user with this id was created.
        case unknownUser = 5
        /// A user with this id was created before.
        case userAlreadyExists = 6
        /// The call is about the active user, and no user is active.
        case activeUserNotSet = 7
        /// Another presentation is loading.
        case operationAlreadyInProgress = 8
        /// There is no verified content and none could be fetched.
        case missingDatabase = 9
        /// There is content, but not the hub, channel or article asked for.
        case missingContent = 10
        /// Switched off remotely.
        case disabled = 11
        /// Reserved: nothing throws it yet.
        case notPartOfPilotProgram = 12
    }

    /// What programs tell errors apart by.
    public let code: Code
    /// One sentence that names the offending value; no secret, no personal id.
    public let message: String
    /// The error below this one, for the log.
    public let cause: (any Error)?

    /// - Parameter message: one sentence for developers, in English, without secrets and personal ids.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// An error of the core as the ZBiM SDK would have reported it: with its domain and raw value.
    public init(_ error: MarqueeError) {
        let code: Code =
            switch error.code {
            case .invalidParameters: .invalidParameters
            case .invalidState: .invalidState
            case .storage: .invalidOperation
            case .unknownUser: .unknownUser
            case .userAlreadyExists: .userAlreadyExists
            case .activeUserNotSet: .activeUserNotSet
            }
        self.init(code, error.message, cause: error)
    }

    /// What a failed refresh means for a caller that waits for content.
    init(_ error: RefreshError) {
        let code: Code =
            switch error.code {
            case .offline, .interrupted, .deadlineExceeded, .untrustedServer, .missing, .serviceFailed, .notTheService:
                .noNetwork
            case .tooLarge, .notAuthentic, .rollback, .expired, .invalidContent, .storage, .noTrustAnchor:
                .missingDatabase
            case .cancelled: .invalidOperation
            }
        self.init(code, error.message, cause: error)
    }

    /// Code, message and cause, for logs.
    public var description: String { cause.map { "\(code): \(message) (\($0))" } ?? "\(code): \(message)" }
}
