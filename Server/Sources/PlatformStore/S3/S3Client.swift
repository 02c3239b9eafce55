import AsyncHTTPClient
import Foundation
import MarqueeWire
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// A request of S3's API: to an object, or to the bucket if there is no key.
struct S3Request: Sendable {
    var method: HTTPMethod
    var key: String?
    /// Not yet encoded.
    var query: [(name: String, value: String)] = []
    /// Lower-case names.
    var headers: [(name: String, value: String)] = []
    var body = Data()
    /// The most bytes of the answer's body.
    var maximumAnswer = 64 * 1024
}

/// An answer whose body was read to its end.
struct S3Answer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: Data
}

/// Sends signed requests to one bucket.
///
/// What failed for a moment (a connection, 5xx, `SlowDown`, an answer that ends early) is sent again after a random
/// delay whose bound doubles, until one deadline for all attempts.
struct S3Client: Sendable {
    struct Times: Sendable {
        /// From the first attempt until the answer of the last one, besides the time for sending a body.
        var deadline = Duration.seconds(45)
        /// One attempt, the body of the answer included.
        var attempt = Duration.seconds(20)
        /// The bound of the first delay.
        var firstDelay = Duration.milliseconds(100)
        /// The bound of every delay.
        var longestDelay = Duration.seconds(5)
        /// What a request body gets beyond these times is reckoned by it, in bytes a second.
        static let slowestUpload = 128 * 1024
    }

    let address: S3Address
    let credentials: S3Credentials
    var times = Times()
    var now: @Sendable () -> Date = { Date() }

    /// One for all stores of the process: a client has to be shut down before it is released, and stores have no end.
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.timeout.connect = .seconds(5)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// Sends a request until `read` accepts an answer.
    /// - Parameter read: makes a value of the answer, or says why it cannot.
    func send<Value: Sendable>(
        _ request: S3Request, read: @Sendable (S3Answer) throws(S3Failure) -> Value
    ) async throws(StoreError) -> Value {
        let sending = Duration.seconds(request.body.count / Times.slowestUpload)
        let end = ContinuousClock.now + times.deadline + sending
        var bound = times.firstDelay
        var reason: S3Failure?
        while true {
            do throws(S3Failure) {
                return try read(try await exchange(request, within: min(times.attempt + sending, end - .now)))
            } catch {
                // An attempt that the deadline cut short says less than the one before it.
                let failure = ContinuousClock.now < end ? error : reason ?? error
                reason = failure
                let delay = bound * Double.random(in: 0...1)
                guard failure.isTransient, ContinuousClock.now + delay < end, !Task.isCancelled else {
                    throw failure.storeError
                }
                try? await Task.sleep(for: delay)
                bound = min(bound * 2, times.longestDelay)
            }
        }
    }

    private func exchange(_ request: S3Request, within time: Duration) async throws(S3Failure) -> S3Answer {
        let signed = signed(request)
        let result = await withTaskGroup(of: Result<S3Answer, S3Failure>?.self) { group in
            group.addTask { await Self.answer(signed, maximum: request.maximumAnswer) }
            group.addTask {
                try? await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let result else { throw S3Failure("the object store does not answer in time", isTransient: true) }
        return try result.get()
    }

    private static func answer(_ request: HTTPClientRequest, maximum: Int) async -> Result<S3Answer, S3Failure> {
        do {
            let response = try await http.execute(request, timeout: .hours(1))
            let body = Data(buffer: try await response.body.collect(upTo: maximum))
            return .success(S3Answer(status: Int(response.status.code), headers: response.headers, body: body))
        } catch is NIOTooManyBytesError {
            return .failure(S3Failure("the object store's answer is longer than the \(maximum) bytes it may have"))
        } catch {
            return .failure(S3Failure("the object store cannot be reached: \(error)", isTransient: true))
        }
    }

    private func signed(_ request: S3Request) -> HTTPClientRequest {
        let path = address.path + (request.key.map { S3Signature.encodedPath(address.prefix + $0) } ?? "")
        let query = request.query.map {
            (name: PercentEncoding.encoded($0.name), value: PercentEncoding.encoded($0.value))
        }
        let signature = S3Signature(credentials: credentials, region: address.region)
        let headers = signature.sign(
            request.method.rawValue, path: path, query: query, headers: request.headers + [("host", address.host)],
            bodyHash: request.body.isEmpty ? S3Signature.emptyHash : S3Signature.hash(request.body), at: now())
        let url = "\(address.scheme)://\(address.host)\(path)"
        var http = HTTPClientRequest(url: query.isEmpty ? url : "\(url)?\(S3Signature.text(query))")
        http.method = request.method
        http.headers = HTTPHeaders(headers.map { ($0.name, $0.value) })
        // S3 asks for a length of every PUT and POST, even without a body.
        if [.PUT, .POST].contains(request.method) { http.body = .bytes(ByteBuffer(data: request.body)) }
        return http
    }
}
