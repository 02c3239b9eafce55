public import MarqueeCore

/// Why a call of the content hub failed: a code from a fixed set, a sentence, and the cause if there is one.
public struct HubError: CodedError {
    /// The ZBiM SDK's error domain, for apps that bridge errors to `NSError`.
    public static let domain = "ZBIMErrorDomain"

    /// The codes of `ZBiM.h` 1.3, in the same order and with the same raw values.
    public enum Code: Int, Sendable, CaseIterable {
        /// Never thrown. It keeps the raw values equal to those of `ZBiM.h`.
        case none = 0
        /// An argument is outside its allowed form.
        case invalidParameters = 1
        /// The hub's state does not allow the call: no usable configuration, or the hub is not displayed.
        case invalidState = 2
        /// The call is not possible now: a hub is already displayed, or the content cannot be stored.
        case invalidOperation = 3
        /// The network was needed, but could not be reached or did not answer within the deadline.
        case noNetwork = 4
        /// No user has this id.
        case unknownUser = 5
        /// A user with this id already exists.
        case userAlreadyExists = 6
        /// The call needs an active user, and no user is active.
        case activeUserNotSet = 7
        /// Another presentation is loading.
        case operationAlreadyInProgress = 8
        /// The device has no verified content and could not fetch any.
        case missingDatabase = 9
        /// The content does not have the requested hub, channel or article.
        case missingContent = 10
        /// Content is switched off remotely.
        case disabled = 11
        /// Reserved: nothing throws it yet.
        case notPartOfPilotProgram = 12
    }

    /// The kind of error, for programs.
    public let code: Code
    /// One sentence that names the wrong value. It has no secrets and no personal ids.
    public let message: String
    /// The error that caused this one, for the log.
    public let cause: (any Error)?

    /// Makes an error whose message is one sentence for developers, without secrets and personal ids.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Converts an error of the core into the domain and raw value that the ZBiM SDK reports for it.
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

    /// Converts the error of a failed refresh, for a caller that waits for content.
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
}
