import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One running request and the response received so far.
struct Exchange: Sendable {
    let request: TransportRequest
    let progress: (@Sendable (Int) -> Void)?
    let continuation: CheckedContinuation<Result<TransportResponse, TransportError>, Never>
    var status = 0
    var headers: [String: String] = [:]
    var body = Data()
    var redirects = 0
    /// The current URL after the redirects so far.
    private var address: URL

    static let mostRedirects = 5

    init(
        request: TransportRequest, progress: (@Sendable (Int) -> Void)?,
        continuation: CheckedContinuation<Result<TransportResponse, TransportError>, Never>
    ) {
        self.request = request
        self.progress = progress
        self.continuation = continuation
        address = request.url
    }

    /// - Returns: the error that ends the exchange; `nil` if it continues.
    mutating func headReceived(_ response: URLResponse) -> TransportError? {
        guard let response = response as? HTTPURLResponse else {
            return TransportError(.interrupted, "the response is not HTTP")
        }
        status = response.statusCode
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        return response.expectedContentLength > Int64(request.maximumBodySize) ? tooLarge : nil
    }

    /// - Returns: the error that ends the exchange; `nil` if it continues.
    mutating func bodyReceived(_ data: Data) -> TransportError? {
        guard body.count + data.count <= request.maximumBodySize else { return tooLarge }
        body.append(data)
        return nil
    }

    /// - Returns: the error if the redirect must not be followed; `nil` if it may.
    mutating func redirected(to url: URL?) -> TransportError? {
        redirects += 1
        defer { address = url ?? address }
        guard let url, redirects <= Self.mostRedirects, request.mayFollow(from: address, to: url) else {
            return TransportError(.redirectRefused, "the redirect to \(url.map(Log.address) ?? "no URL") is refused")
        }
        return nil
    }

    private var tooLarge: TransportError {
        TransportError(.bodyTooLarge, "the response has more than \(request.maximumBodySize) bytes")
    }
}

extension TransportRequest {
    func mayConnect(to url: URL) -> Bool {
        switch receiver {
        case .service: ServiceAddress.isAcceptable(url)
        case .thirdParty: ["http", "https"].contains(url.scheme?.lowercased())
        }
    }

    func mayFollow(from: URL, to: URL) -> Bool {
        let (oldScheme, newScheme) = (from.scheme?.lowercased(), to.scheme?.lowercased())
        return switch receiver {
        case .service:
            oldScheme == newScheme && from.host()?.lowercased() == to.host()?.lowercased() && from.port == to.port
        case .thirdParty: mayConnect(to: to) && (newScheme == "https" || oldScheme == "http")
        }
    }
}

extension TransportError {
    /// Maps an error of the system's URL loading.
    init(_ error: any Error) {
        let error = error as NSError
        let message = "URL loading ended with \(error.domain) \(error.code)"
        self.init(Self.code(error), message)
    }

    private static func code(_ error: NSError) -> Code {
        guard error.domain == NSURLErrorDomain else { return .interrupted }
        switch error.code {
        case NSURLErrorCancelled: return .cancelled
        case NSURLErrorTimedOut: return .deadlineExceeded
        case NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost, NSURLErrorDNSLookupFailed,
            NSURLErrorNotConnectedToInternet, NSURLErrorInternationalRoamingOff, NSURLErrorCallIsActive,
            NSURLErrorDataNotAllowed:
            return .unreachable
        case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
            NSURLErrorServerCertificateNotYetValid, NSURLErrorClientCertificateRejected,
            NSURLErrorClientCertificateRequired:
            return .untrusted
        case NSURLErrorHTTPTooManyRedirects: return .redirectRefused
        case NSURLErrorAppTransportSecurityRequiresSecureConnection: return .insecureURL
        // Foundation on Linux has no error code for curl's certificate errors.
        case NSURLErrorUnknown where error.localizedDescription.hasPrefix("SSL"): return .untrusted
        default: return .interrupted
        }
    }
}
