import HTTPTypes

/// A request that a route refuses: the status follows from the code, the message is for the developer who reads the
/// answer.
package struct WebError: Error, Sendable, Equatable {
    /// The bounded set of reasons, which programs and metrics group by.
    package enum Code: String, Sendable, CaseIterable {
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
    package let code: Code
    /// One sentence for the sender of the request; no detail of the server.
    package let message: String
    /// For ``Code/unavailable`` and ``Code/tooManyRequests``: what `Retry-After` says, in seconds.
    package let retryAfter: Int?

    /// - Parameter retryAfter: the number of seconds until another attempt makes sense.
    package init(_ code: Code, _ message: String, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

extension WebError: ProblemDescribing {
    package var problem: Problem? {
        let problem = Problem(status, code.rawValue, message).closing(code == .bodyTooLarge)
        return retryAfter.map { problem.retrying(after: .seconds($0)) } ?? problem
    }

    private var status: HTTPResponse.Status {
        switch code {
        case .badRequest: .badRequest
        case .notFound: .notFound
        case .requestTimeout: .requestTimeout
        case .bodyTooLarge: .contentTooLarge
        case .unsupportedEncoding: .unsupportedMediaType
        case .rangeNotSatisfiable: .rangeNotSatisfiable
        case .tooManyRequests: .tooManyRequests
        case .unavailable: .serviceUnavailable
        }
    }
}
