/// What an SDK call can fail with: a bounded code, a sentence, and the cause if there is one.
public struct MarqueeError: Error, Sendable, CustomStringConvertible {
    /// The ZBiM SDK's error domain, for apps that bridge errors to `NSError`.
    public static let domain = "ZBIMErrorDomain"

    /// The codes, with the raw values and in the order of `ZBiM.h` 1.3.
    public enum Code: Int, Sendable, CaseIterable {
        /// Never thrown; kept for the raw values.
        case none = 0
        /// An argument is outside its allowed form.
        case invalidParameters = 1
        /// The call does not fit the state the SDK is in: before `start`, without a valid configuration, or on a hub
        /// that is not displayed.
        case invalidState = 2
        /// The call cannot be carried out now: a hub is displayed already, or the disk does not take what is to be
        /// stored.
        case invalidOperation = 3
        /// The network was needed and could not be reached, or did not answer within its deadline.
        case noNetwork = 4
        /// No user with this id was created.
        case unknownUser = 5
        /// A user with this very id was created before.
        case userAlreadyExists = 6
        /// The call is about the active user, and nobody is active.
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
    /// What went wrong below, for the log.
    public let cause: (any Error)?

    /// Describes why a call failed.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Code, message and cause, for logs.
    public var description: String { cause.map { "\(code): \(message) (\($0))" } ?? "\(code): \(message)" }
}
