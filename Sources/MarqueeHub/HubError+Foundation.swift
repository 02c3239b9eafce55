public import Foundation

extension HubError: LocalizedError {
    /// The message, which becomes `localizedDescription`. It is in English, for developers.
    public var errorDescription: String? { message }
}

extension HubError: CustomNSError {
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
}
