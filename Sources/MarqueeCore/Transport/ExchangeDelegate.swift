import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Receives the callbacks of URL loading and ends each exchange exactly once.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Locked<[Int: Exchange]>([:])

    func begin(_ number: Int, _ exchange: Exchange) {
        exchanges.withLock { $0[number] = exchange }
    }

    /// Ends an exchange; does nothing if the exchange has already ended.
    func finish(_ number: Int, _ result: Result<TransportResponse, TransportError>) {
        exchanges.withLock { $0.removeValue(forKey: number) }?.continuation.resume(returning: result)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let refusal = exchanges.withLock { $0[dataTask.taskIdentifier]?.headReceived(response) }
        if let refusal { finish(dataTask.taskIdentifier, .failure(refusal)) }
        completionHandler(refusal == nil ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let number = dataTask.taskIdentifier
        let (refusal, progress, received) = exchanges.withLock { exchanges in
            let refusal = exchanges[number]?.bodyReceived(data)
            return (refusal, exchanges[number]?.progress, exchanges[number]?.body.count ?? 0)
        }
        if let refusal {
            finish(number, .failure(refusal))
            dataTask.cancel()
        } else {
            progress?(received)
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard exchanges.withLock({ $0[task.taskIdentifier]?.request.followsRedirects }) ?? true else {
            return completionHandler(nil)
        }
        let refusal = exchanges.withLock { $0[task.taskIdentifier]?.redirected(to: request.url) }
        // The loader must get its answer before the exchange ends and cancels the task. URL loading crashes if the
        // answer comes later.
        completionHandler(refusal == nil ? request : nil)
        if let refusal { finish(task.taskIdentifier, .failure(refusal)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let number = task.taskIdentifier
        if let error { return finish(number, .failure(TransportError(error))) }
        guard let exchange = exchanges.withLock({ $0[number] }) else { return }
        let response = TransportResponse(status: exchange.status, headers: exchange.headers, body: exchange.body)
        finish(number, .success(response))
    }
}
