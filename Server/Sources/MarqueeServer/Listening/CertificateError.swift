import Foundation

/// Why a certificate cannot be used; the message names the file, the setting and the reason.
public struct CertificateError: Error, Sendable, CustomStringConvertible {
    /// The bounded set of reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// The file is missing, or this user may not read it.
        case unreadable
        /// The file does not hold what it should.
        case malformed
        /// The key belongs to another certificate.
        case mismatch
    }

    /// The reason as a code that programs compare.
    public let code: Code
    /// A sentence that names the file and the setting.
    public let message: String

    init(_ code: Code, _ file: URL, _ option: ServerOption, _ reason: String) {
        self.code = code
        message = "\(file.path) (\(option.rawValue)) \(reason)"
    }

    /// The same as ``message``.
    public var description: String { message }
}
