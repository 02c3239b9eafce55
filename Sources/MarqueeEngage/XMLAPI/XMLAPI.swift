import MarqueeCore
import Foundation
import MarqueeWire

/// Sends requests of XMLAPI to an Engage-compatible host, with the access token that all parts of Engage share.
///
/// ```swift
/// let result = try await api.send(.selectRecipientData(email: "ada@example.com", list: list))
/// if result.isSuccess { print(result.recipientID) } else { print(result.faultText) }
/// ```
public final class XMLAPI: Sendable {
    /// The host as the configuration has it.
    private struct Access {
        let endpoint: URL
        let listID: String
        let tokens: any AccessTokenSource
    }

    private let access: Access?
    /// The names of the configuration's keys without which there is no access.
    private let missing: [String]
    private let environment: Environment

    /// - Parameters:
    ///   - host: without a host, every request fails with `notConfigured`.
    ///   - tokens: signs the requests to the host.
    ///   - environment: the network and the clock.
    ///   - missing: the names of the keys that a host needs and the configuration does not have.
    init(
        _ host: EngageHost?, tokens: (any AccessTokenSource)?, environment: Environment,
        missing: [String] = [ConfigurationKey.engageHost.name]
    ) {
        self.missing = missing
        if let host, let tokens {
            access = Access(
                endpoint: EngageRoute.xmlAPI.url(on: host.url), listID: host.listID, tokens: tokens)
        } else {
            access = nil
        }
        self.environment = environment
    }

    /// Sends a request and returns the host's answer, which may be a refusal.
    ///
    /// A request about recipients without a list gets the configured list. After a 401, the request is sent once more
    /// with a new token.
    /// - Throws: ``EngageError``: `invalidParameters`, `notConfigured`, `noNetwork`, `notAuthorised`, `rateLimited` or
    ///   `hostFailed`. A refusal by the host is not an error here.
    public func send(_ request: XMLAPIRequest) async throws(EngageError) -> XMLAPIResult {
        try await send(request, isAllowed: { true })
    }

    /// - Parameter isAllowed: asked before each sending, after all waiting; where it returns `false` the request is not sent,
    ///   and the error is `invalidState`.
    func send(
        _ request: XMLAPIRequest, isAllowed: @Sendable () -> Bool
    ) async throws(EngageError) -> XMLAPIResult {
        guard let access else {
            let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
            throw EngageError(.notConfigured, "XMLAPI needs \(names), which the configuration does not have")
        }
        let body = try FormBody(["xml": request.completed(listID: access.listID).envelope()]).data
        var token = try await access.tokens.token()
        guard isAllowed() else { throw Self.withdrawn }
        var response = try await post(body, to: access.endpoint, token)
        if response.status == 401 {
            access.tokens.discard(token)
            token = try await access.tokens.token()
            guard isAllowed() else { throw Self.withdrawn }
            response = try await post(body, to: access.endpoint, token)
            if response.status == 401 { access.tokens.discard(token) }
        }
        guard (200..<300).contains(response.status) else { throw failure(response) }
        return try XMLAPIResult(xml: response.body)
    }

    private static let withdrawn = EngageError(
        .invalidState, "the user's consent was withdrawn before the request was sent")

    /// Sends a request that must succeed.
    /// - Throws: ``EngageError`` as ``send(_:)``, and `refused` with the host's fault.
    @discardableResult
    public func perform(_ request: XMLAPIRequest) async throws(EngageError) -> XMLAPIResult {
        try await perform(request, isAllowed: { true })
    }

    /// - Parameter isAllowed: as in ``send(_:isAllowed:)``.
    @discardableResult
    func perform(
        _ request: XMLAPIRequest, isAllowed: @Sendable () -> Bool
    ) async throws(EngageError) -> XMLAPIResult {
        let result = try await send(request, isAllowed: isAllowed)
        if let refusal = result.refusal { throw refusal }
        return result
    }

    /// Sends a request, and calls exactly one of the closures once, on the main thread.
    /// - Parameters:
    ///   - request: the request.
    ///   - success: gets every answer with a status of 2xx, also a refusal.
    ///   - failure: gets every other outcome.
    public func send(
        _ request: XMLAPIRequest, success: (@MainActor @Sendable (XMLAPIResult) -> Void)?,
        failure: (@MainActor @Sendable (EngageError) -> Void)?
    ) {
        Task {
            do throws(EngageError) {
                let result = try await send(request)
                await success?(result)
            } catch {
                await failure?(error)
            }
        }
    }

    private func post(_ body: Data, to endpoint: URL, _ token: String) async throws(EngageError) -> TransportResponse {
        let request = TransportRequest(
            "POST", endpoint,
            headers: [
                "Authorization": "Bearer \(token)", "Content-Type": FormBody.contentType, "Accept": "text/xml",
            ],
            body: body, maximumBodySize: XMLAPIResult.largestAnswer)
        do throws(TransportError) {
            return try await environment.transport.send(request)
        } catch {
            throw EngageError(error, host: endpoint)
        }
    }

    private func failure(_ response: TransportResponse) -> EngageError {
        let wait = RetryAfter.duration(response, now: environment.now())
        switch response.status {
        case 401: return EngageError(.notAuthorised, "the host refuses a new access token")
        case 403: return EngageError(.notAuthorised, "the host forbids the client to use XMLAPI")
        case 429: return EngageError(.rateLimited, "the host takes no more requests now", retryAfter: wait)
        default: return EngageError(.hostFailed, "the host answered \(response.status)", retryAfter: wait)
        }
    }
}

extension EngageError {
    /// Converts an error of the transport.
    init(_ error: TransportError, host: URL) {
        switch error.code {
        case .unreachable, .interrupted, .deadlineExceeded, .cancelled:
            self.init(.noNetwork, "\(host.host() ?? "the host") could not be reached", cause: error)
        case .bodyTooLarge, .untrusted, .redirectRefused, .insecureURL:
            self.init(.hostFailed, "\(host.host() ?? "the host") does not answer as it must", cause: error)
        }
    }
}
