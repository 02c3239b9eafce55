public import Foundation

/// An error with a code, a message and a cause, which an app can also handle as an `NSError`.
///
/// The error type of each capability adopts this protocol and declares the four requirements. It gets its domain, code
/// and user info as `NSError`, its `localizedDescription` and its description for the log from here.
///
/// The messages are in English, for developers.
public protocol CodedError: LocalizedError, CustomNSError, CustomStringConvertible, Sendable {
    /// The kinds of error. The raw values are the codes of `NSError`, so they stay the same in every version.
    associatedtype Code: RawRepresentable<Int>, Sendable

    /// The domain of these errors as `NSError`.
    static var domain: String { get }
    /// The kind of error, for programs.
    var code: Code { get }
    /// One sentence that names the wrong value. It has no secrets and no personal ids.
    var message: String { get }
    /// The error that caused this one, for the log.
    var cause: (any Error)? { get }
}

extension CodedError {
    /// The same as ``domain``.
    public static var errorDomain: String { domain }

    /// The raw value of ``code``.
    public var errorCode: Int { code.rawValue }

    /// The message, and ``cause`` as the underlying error.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSUnderlyingErrorKey] = cause
        return info
    }

    /// The message, which becomes `localizedDescription`.
    public var errorDescription: String? { message }

    /// `nil`: the message contains the reason.
    public var failureReason: String? { nil }

    /// `nil`: the message is for developers.
    public var recoverySuggestion: String? { nil }

    /// `nil`: there are no help pages.
    public var helpAnchor: String? { nil }

    /// Code, message and cause, for the log.
    public var description: String { cause.map { "\(code): \(message) (\($0))" } ?? "\(code): \(message)" }
}
