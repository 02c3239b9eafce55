public import MarqueeCore
public import MarqueeWire

/// Why a call of Engage failed: a code from a fixed set, a sentence, and the cause if there is one.
public struct EngageError: CodedError {
    /// The domain of these errors as `NSError`.
    public static let domain = "EngageErrorDomain"

    /// The kinds of error; the raw values are stable.
    public enum Code: Int, Sendable, CaseIterable {
        /// An argument is outside its allowed range or form.
        case invalidParameters = 1
        /// A configuration value that the call needs is missing; the message names the key. Nothing was sent.
        case notConfigured = 2
        /// The call is not allowed in the current state, for example while consent is refused.
        case invalidState = 3
        /// The files of the SDK cannot be read or written.
        case storage = 4
        /// The host could not be reached, or did not answer in time.
        case noNetwork = 5
        /// The host refuses the client, its secret, its refresh token, or every new access token.
        case notAuthorised = 6
        /// The host issues no more access tokens now; ``EngageError/retryAfter`` says when to ask again.
        case rateLimited = 7
        /// The host failed, or its answer is not what the protocol allows.
        case hostFailed = 8
        /// The host carried the request and refused it; ``EngageError/fault`` has the reason.
        case refused = 9
    }

    /// What an XMLAPI host says about a refused request.
    public struct Fault: Sendable, Hashable {
        /// The host's sentence.
        public let message: String
        /// The host's number; 0 if there is none.
        public let id: XMLAPIErrorID

        /// A fault.
        public init(_ message: String, id: XMLAPIErrorID) {
            self.message = message
            self.id = id
        }
    }

    /// The kind of error, for programs.
    public let code: Code
    /// One sentence that names the wrong value. It has no secrets and no personal ids.
    public let message: String
    /// The error that caused this one, for the log.
    public let cause: (any Error)?
    /// The host's reason, for the code ``Code/refused``.
    public let fault: Fault?
    /// How long the host asks the app to wait.
    public let retryAfter: Duration?

    /// Makes an error whose message is one sentence for developers, without secrets and personal ids.
    public init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, fault: Fault? = nil, retryAfter: Duration? = nil
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.fault = fault
        self.retryAfter = retryAfter
    }

    /// Converts an error of the core.
    public init(_ error: MarqueeError) {
        let code: Code =
            switch error.code {
            case .invalidParameters: .invalidParameters
            case .invalidState: .invalidState
            case .storage: .storage
            case .unknownUser, .userAlreadyExists, .activeUserNotSet: .invalidState
            }
        self.init(code, error.message, cause: error)
    }
}
