public import Foundation

/// Sends a request within its limits and returns the whole response.
///
/// Devices use URLSession. Tests use a real or a hostile server.
public protocol Transport: Sendable {
    /// Sends one request.
    /// - Parameters:
    ///   - request: the request and its limits.
    ///   - progress: called on any thread with the number of body bytes received so far.
    /// - Returns: the response with its whole body and any status.
    /// - Throws: ``TransportError`` if there was no response, or if the response exceeds the request's limits.
    func send(_ request: TransportRequest, progress: (@Sendable (Int) -> Void)?) async throws(TransportError)
        -> TransportResponse
}

extension Transport {
    /// Sends a request without reporting progress.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await send(request, progress: nil)
    }
}

/// A request and the limits for its response.
public struct TransportRequest: Sendable, Hashable {
    /// The owner of the server; the rules for TLS and redirects depend on it.
    public enum Receiver: Sendable, Hashable {
        /// The app's own service. TLS is required except on this machine. Redirects to another host or to plain HTTP
        /// are refused.
        case service
        /// A server of a third party, which gets only the URL. Plain HTTP is allowed. Redirects may lead to any host,
        /// but not from TLS to plain HTTP.
        case thirdParty
    }

    /// The HTTP method in upper case.
    public var method: String
    /// The full URL; its query is never logged.
    public var url: URL
    /// The headers by name, sent unchanged.
    public var headers: [String: String]
    /// The request's body; `nil` sends none.
    public var body: Data?
    /// The request fails if the response's body has more bytes.
    public var maximumBodySize: Int
    /// The maximum time from sending to the last byte of the response's body.
    public var deadline: Duration
    /// The owner of the server.
    public var receiver: Receiver
    /// Whether redirects are followed. If not, the redirect itself is the response.
    public var followsRedirects = true

    /// A request and its limits; the default deadline is 30 s.
    public init(
        _ method: String = "GET", _ url: URL, headers: [String: String] = [:], body: Data? = nil, maximumBodySize: Int,
        deadline: Duration = .seconds(30), receiver: Receiver = .service
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.maximumBodySize = maximumBodySize
        self.deadline = deadline
        self.receiver = receiver
    }
}

/// A response with any status.
public struct TransportResponse: Sendable, Hashable {
    /// The HTTP status, 100 to 599.
    public let status: Int
    /// The headers; names are in lower case.
    public let headers: [String: String]
    /// The whole body, within the request's limit.
    public let body: Data

    /// A response; header names are converted to lower case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { $1 }
        self.body = body
    }
}

/// The reason why there is no response.
///
/// An HTTP error status is a response, not an error.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of transport error; the raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// No connection: offline, no route, unknown host or refused. It does not count as an attempt.
        case unreachable
        /// The connection broke, the response is not HTTP, or fewer bytes than announced arrived.
        case interrupted
        /// The request's deadline passed before the whole response arrived.
        case deadlineExceeded = "deadline_exceeded"
        /// The body, or its announced length, exceeds the request's limit.
        case bodyTooLarge = "body_too_large"
        /// The server's certificate is not trusted for its host.
        case untrusted
        /// A redirect that the request's receiver does not allow.
        case redirectRefused = "redirect_refused"
        /// Plain HTTP where TLS is required, or a URL that is not HTTP.
        case insecureURL = "insecure_url"
        /// The calling task was cancelled.
        case cancelled
    }

    /// The kind of error, for programs.
    public let code: Code
    /// One sentence without the query of the URL.
    public let message: String

    /// Makes an error; the message must not contain the query of a URL.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message, for the log.
    public var description: String { "\(code.rawValue): \(message)" }
}
