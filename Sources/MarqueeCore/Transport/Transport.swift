public import Foundation

/// The one way out: a request with its bounds in, a whole response out.
///
/// URLSession stands behind it on devices, a real or a hostile server in tests.
public protocol Transport: Sendable {
    /// Sends one request.
    /// - Parameters:
    ///   - request: what is sent, and the bounds to keep.
    ///   - progress: called with the number of body bytes received so far, on any thread.
    /// - Returns: the answer with its whole body, whatever its status.
    /// - Throws: ``TransportError`` when there was no answer, or one that breaks the request's bounds.
    func send(_ request: TransportRequest, progress: (@Sendable (Int) -> Void)?) async throws(TransportError)
        -> TransportResponse
}

extension Transport {
    /// Sends without reporting progress.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await send(request, progress: nil)
    }
}

/// A request and what may come back for it.
public struct TransportRequest: Sendable, Hashable {
    /// Whose server a request goes to, which decides how far it is trusted.
    public enum Receiver: Sendable, Hashable {
        /// The app's own service: TLS only, this machine excepted, and no redirect to another host or to plain HTTP.
        case service
        /// A server of a third party, which gets nothing but its own address: plain HTTP is allowed, and redirects lead
        /// anywhere but out of TLS.
        case thirdParty
    }

    /// In upper case.
    public var method: String
    /// The whole address; its query never reaches a log.
    public var url: URL
    /// By name; sent as they stand.
    public var headers: [String: String]
    /// What is posted; `nil` sends none.
    public var body: Data?
    /// The response body is cut off and the request fails beyond this many bytes.
    public var maximumBodySize: Int
    /// From sending to the last body byte.
    public var deadline: Duration
    /// Whose server it is.
    public var receiver: Receiver

    /// A request with the bounds it must keep.
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

/// An answer, whatever its status.
public struct TransportResponse: Sendable, Hashable {
    /// The HTTP status, 100 to 599.
    public let status: Int
    /// Names in lower case.
    public let headers: [String: String]
    /// All of it, within the request's bound.
    public let body: Data

    /// An answer; header names are compared in lower case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { $1 }
        self.body = body
    }
}

/// Why no response came.
///
/// An HTTP error status is a response, not an error.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why no answer came.
    public enum Code: String, Sendable, CaseIterable {
        /// No connection: offline, no route, name not found, refused. Counts as no attempt.
        case unreachable
        /// The connection broke, or the server's bytes are not HTTP, or fewer than announced came.
        case interrupted
        /// The request's time was up, however much had arrived.
        case deadlineExceeded = "deadline_exceeded"
        /// More came, or was announced, than the request allows.
        case bodyTooLarge = "body_too_large"
        /// The server's certificate is not trusted for its host.
        case untrusted
        /// A redirect that the request's receiver may not make.
        case redirectRefused = "redirect_refused"
        /// Plain HTTP where the receiver must use TLS, or an address that is not HTTP at all.
        case insecureURL = "insecure_url"
        /// The task that asked was cancelled.
        case cancelled
    }

    /// What programs tell errors apart by.
    public let code: Code
    /// One sentence without the address's query.
    public let message: String

    /// Why no answer came.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}
