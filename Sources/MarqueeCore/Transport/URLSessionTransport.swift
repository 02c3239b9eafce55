import Foundation
import MarqueeWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP by the system's URL loading, within the limits of each request.
///
/// TLS is required except on this machine or for third parties, and the system verifies the server's certificate.
/// Redirects follow the rules of the request's ``TransportRequest/Receiver``. The size of the body and the total time
/// are limited. Cookies and caches are not used.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges = ExchangeDelegate()

    /// Makes a transport with its own connections.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // Only the request's deadline ends a request, so these timeouts must not be shorter than any deadline.
        configuration.timeoutIntervalForRequest = 3_600
        configuration.timeoutIntervalForResource = 86_400
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends one request; returns when the whole body has arrived or a limit is reached.
    public func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        guard request.mayConnect(to: request.url) else {
            throw TransportError(.insecureURL, "\(Log.address(request.url)) is neither https nor http to this machine")
        }
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        let task = session.dataTask(with: urlRequest)
        let number = task.taskIdentifier
        let timer = DispatchWorkItem { [exchanges] in
            exchanges.finish(
                number, .failure(.init(.deadlineExceeded, "no complete response within \(request.deadline)")))
        }
        // A dispatch timer, because a task may be late while all threads of the app's tasks are busy.
        let delay = Int(clamping: request.deadline.milliseconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay), execute: timer)
        defer {
            timer.cancel()
            task.cancel()
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(number, Exchange(request: request, progress: progress, continuation: continuation))
                task.resume()
                // The task may have been cancelled before the exchange began.
                if Task.isCancelled { exchanges.finish(number, .failure(.init(.cancelled, "cancelled"))) }
            }
        } onCancel: {
            exchanges.finish(number, .failure(.init(.cancelled, "cancelled")))
        }
        return try result.get()
    }
}
