/// Why a batch was not taken.
///
/// Nothing of it is on disk, so the device sends it again unless the code says that it never can.
public struct IntakeError: Error, Sendable, CustomStringConvertible {
    /// The bounded set of reasons, with the status the server answers.
    public enum Code: String, Sendable, CaseIterable {
        /// 400: not JSON, or not the envelope of a batch.
        case malformed
        /// 413: more events or bytes than a batch may have.
        case tooLarge = "too_large"
        /// 429 with `Retry-After`: the address or the install sends more than one may.
        case throttled
        /// 503 with `Retry-After`: more is waiting to be written than memory is set aside for.
        case overloaded
        /// 503 with `Retry-After`: the disk is full, or the quota of spool or warehouse.
        case diskFull = "disk_full"
        /// 503 with `Retry-After`: the spool cannot be written.
        case unavailable
    }

    /// What programs tell errors apart by.
    public let code: Code
    /// One sentence that names the offending value; no content of events.
    public let message: String
    /// With `throttled`, `overloaded`, `diskFull` and `unavailable`: when the device tries again.
    public let retryAfter: Duration?

    /// Describes why a batch was not taken.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}
