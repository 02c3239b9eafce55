/// A request the service refuses: the status follows from the code, the message is for the developer who reads the
/// answer.
public struct ServiceError: Error, Sendable, Equatable {
    /// The bounded set of reasons, which programs and metrics group by.
    public enum Code: String, Sendable, CaseIterable {
        /// The path, a header or the body is not what the route takes.
        case badRequest = "bad_request"
        case notFound = "not_found"
        /// The body did not arrive within the request timeout.
        case requestTimeout = "request_timeout"
        /// The body, or what it inflates to, is larger than the limit.
        case bodyTooLarge = "body_too_large"
        /// A content encoding other than gzip.
        case unsupportedEncoding = "unsupported_encoding"
        /// The range lies outside the file.
        case rangeNotSatisfiable = "range_not_satisfiable"
        /// The sender sends more than one may; try again after the given time.
        case tooManyRequests = "too_many_requests"
        /// The server cannot store at the moment; try again after the given time.
        case unavailable
    }

    /// What the answer's status follows from.
    public let code: Code
    /// One sentence for whoever asked; no detail of the server.
    public let message: String
    /// For ``Code/unavailable`` and ``Code/tooManyRequests``: what `Retry-After` says, in seconds.
    public let retryAfter: Int?

    /// Refuses a request; `retryAfter` is the number of seconds until a new attempt makes sense.
    public init(_ code: Code, _ message: String, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}
