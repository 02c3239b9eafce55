import Foundation
import MarqueeWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP by the system's URL loading, held to the bounds of each request: TLS except to this machine, the server's
/// certificate proven by the system, no redirect to another host, no body beyond its maximum, one deadline for
/// everything.
///
/// No cookies, no cache.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges = ExchangeDelegate()

    /// A transport with connections of its own.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The deadline of a request is the only clock; these must never be shorter.
        configuration.timeoutIntervalForRequest = 3_600
        configuration.timeoutIntervalForResource = 86_400
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends one request, and ends when the whole body is there or a bound is reached.
    public func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        guard request.mayConnect(to: request.url) else {
            throw TransportError(.insecureURL, "\(Log.address(request.url)) is neither https nor this machine")
        }
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        let task = session.dataTask(with: urlRequest)
        let number = task.taskIdentifier
        let timer = DispatchWorkItem { [exchanges] in
            exchanges.finish(
                number, .failure(.init(.deadlineExceeded, "no complete answer within \(request.deadline)")))
        }
        // Not a task: the deadline holds even while every task of the app is busy.
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
                // Cancellation may have come before the exchange was there to be ended.
                if Task.isCancelled { exchanges.finish(number, .failure(.init(.cancelled, "cancelled"))) }
            }
        } onCancel: {
            exchanges.finish(number, .failure(.init(.cancelled, "cancelled")))
        }
        return try result.get()
    }
}
