/// Why a call of the SDK's core failed: a bounded code, a sentence, and the cause if there is one.
///
/// Each capability has errors of its own beside it, such as `HubError`.
public struct MarqueeError: Error, Sendable, CustomStringConvertible {
    /// The domain of these errors bridged to `NSError`.
    public static let domain = "MarqueeErrorDomain"

    /// The raw values are stable.
    public enum Code: Int, Sendable, CaseIterable {
        /// An argument is outside its allowed form.
        case invalidParameters = 1
        /// The call does not fit the SDK's state: before `start`, after `close`, or while consent is refused.
        case invalidState = 2
        /// The SDK's files cannot be read or written, or belong to a later version of the SDK.
        case storage = 3
        /// No user with this id was created.
        case unknownUser = 4
        /// A user with this id was created before.
        case userAlreadyExists = 5
        /// The call is about the active user, and no user is active.
        case activeUserNotSet = 6
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

    /// Code, message and cause, for logs.
    public var description: String { cause.map { "\(code): \(message) (\($0))" } ?? "\(code): \(message)" }
}
