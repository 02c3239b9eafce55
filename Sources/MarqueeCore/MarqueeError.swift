/// What an SDK call can fail with: a bounded code, a sentence, and the cause if there is one.
public struct MarqueeError: Error, Sendable, CustomStringConvertible {
    /// The ancestor's error domain, for apps that bridge errors to `NSError`.
    public static let domain = "ZBIMErrorDomain"

    /// The codes with the raw values and order of the ancestor's header (`ZBiM.h` 1.3, "Error Reporting").
    public enum Code: Int, Sendable, CaseIterable {
        case none = 0
        /// An argument is outside its allowed form.
        case invalidParameters = 1
        /// The call does not fit the state the SDK is in: before `start`, without a valid configuration, or on a hub
        /// that is not displayed.
        case invalidState = 2
        case invalidOperation = 3
        /// The network was needed and could not be reached, or did not answer within its deadline.
        case noNetwork = 4
        case unknownUser = 5
        case userAlreadyExists = 6
        case activeUserNotSet = 7
        case operationAlreadyInProgress = 8
        /// There is no verified content and none could be fetched.
        case missingDatabase = 9
        /// There is content, but not the hub, channel or article asked for.
        case missingContent = 10
        /// Switched off remotely.
        case disabled = 11
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
