public import Foundation

extension MarqueeError: LocalizedError {
    /// The message, so that `localizedDescription` says what went wrong; in English, for developers.
    public var errorDescription: String? { message }
}

extension MarqueeError: CustomNSError {
    /// ``domain``.
    public static var errorDomain: String { domain }

    /// The raw value of ``code``.
    public var errorCode: Int { code.rawValue }

    /// The message, and the cause as the underlying error.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSUnderlyingErrorKey] = cause
        return info
    }
}
