/// Why a batch was not accepted.
///
/// Nothing of it is on disk. The device sends it again unless the code says that it can never be accepted.
public struct IntakeError: Error, Sendable, CustomStringConvertible {
    /// The bounded set of reasons, with the status the server answers.
    public enum Code: String, Sendable, CaseIterable {
        /// 400: not JSON, or not the envelope of a batch.
        case malformed
        /// 413: more events or bytes than a batch may have.
        case tooLarge = "too_large"
        /// 429 with `Retry-After`: the address or the install sends more than its limit.
        case throttled
        /// 503 with `Retry-After`: more batches wait for the disk than memory is reserved for.
        case overloaded
        /// 503 with `Retry-After`: the disk is full, or the quota of spool or warehouse.
        case diskFull = "disk_full"
        /// 503 with `Retry-After`: the spool cannot be written.
        case unavailable
    }

    /// The reason, for programs.
    public let code: Code
    /// One sentence that names the offending value and holds no content of events.
    public let message: String
    /// With `throttled`, `overloaded`, `diskFull` and `unavailable`: how long the device waits before it tries again.
    public let retryAfter: Duration?

    /// An error with its reason.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}
