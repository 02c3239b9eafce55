/// An error of the SDK's core: a code, a message, and the cause if there is one.
///
/// Each capability also has its own errors, for example `HubError`.
public struct MarqueeError: CodedError {
    /// The domain of these errors as `NSError`.
    public static let domain = "MarqueeErrorDomain"

    /// The kinds of error; the raw values are stable.
    public enum Code: Int, Sendable, CaseIterable {
        /// An argument is outside its allowed range or form.
        case invalidParameters = 1
        /// The call is not allowed in the current state: before `start`, after `close`, or while consent is refused.
        case invalidState = 2
        /// The SDK's files cannot be read or written, or a later version of the SDK has migrated them.
        case storage = 3
        /// There is no user with this id.
        case unknownUser = 4
        /// There is already a user with this id.
        case userAlreadyExists = 5
        /// The call needs an active user, and no user is active.
        case activeUserNotSet = 6
    }

    /// The kind of error, for programs.
    public let code: Code
    /// One sentence that names the wrong value, without secrets and personal ids.
    public let message: String
    /// The underlying error, for the log.
    public let cause: (any Error)?

    /// Makes an error whose message is one sentence for developers, without secrets and personal ids.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}
