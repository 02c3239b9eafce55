/// Why the platform's store refused or failed: a bounded code that the server maps to responses, and a sentence that
/// never holds a secret.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The bounded set of reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// The record has changed since the caller read it; nothing was written.
        case versionConflict = "version_conflict"
        case notFound = "not_found"
        case alreadyExists = "already_exists"
        /// A value is outside its allowed form or size.
        case invalid
        /// The name or the password is wrong; the error deliberately does not say which.
        case refused
        /// Too many failed sign-ins; see ``StoreError/retryAfter``.
        case throttled
        /// Stored bytes have changed, or a file is not a database.
        case damaged
        /// A private file or folder can be read by others.
        case permissions
        /// The disk, or the quota set for it, is full.
        case diskFull = "disk_full"
        /// The database or the object store cannot be reached, or has too much to do; the call that failed stored
        /// nothing, and a later one may succeed.
        case unavailable
        /// Any other error of the disk or the database.
        case storage
    }

    /// The reason as a code that programs compare.
    public let code: Code
    /// One sentence that names the offending value; no secret.
    public let message: String
    /// With `throttled`: how long the caller waits before it tries again.
    public let retryAfter: Duration?
    /// The underlying error, for the log.
    public let cause: (any Error)?

    /// Describes why nothing was stored or found.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}
