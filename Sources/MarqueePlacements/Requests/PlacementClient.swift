import Foundation
import MarqueeCore
import MarqueeWire

/// Sends signed requests and returns answers whose digest is right.
struct PlacementClient: Sendable {
    /// The longest time that a request takes.
    static let deadline = Duration.seconds(10)
    /// The longest query of an address in bytes. Servers and proxies refuse long addresses, so that longer parameters
    /// are sent as a form.
    static let longestQuery = 4_096

    static let consentRefused = PlacementError(.consentRefused, "the user has refused consent; nothing was sent")

    let settings: Result<PlacementSettings, PlacementError>
    let environment: Environment
    /// Whether the user allows requests that say what was done in the app.
    let isAllowed: @Sendable () -> Bool
    /// Read for each request, so that an opt-out and a new id apply at once.
    let parameters: @Sendable () async -> RequestParameters

    /// Sends a request once.
    /// - Returns: the `response` of the answer; `nil` if the server has nothing to say.
    func send(_ kind: RequestKind) async throws(PlacementError) -> JSONValue? {
        let nonce = PlacementSecret.randomID(using: environment.random)
        let request = try await request(kind, nonce: nonce)
        let response: TransportResponse
        do throws(TransportError) {
            response = try await environment.transport.send(request)
        } catch {
            throw PlacementError(
                .noNetwork, "the placements server did not answer: \(error.code.rawValue)", cause: error)
        }
        return try read(response, nonce: nonce)
    }

    /// Makes a signed request. The server accepts a nonce once.
    func request(_ kind: RequestKind, nonce: String) async throws(PlacementError) -> TransportRequest {
        let settings = try settings.get()
        guard isAllowed() else { throw Self.consentRefused }
        let values = await parameters().all(kind, nonce: nonce, settings: settings)
        guard isAllowed() else { throw Self.consentRefused }
        let form = PlacementText.form(values)
        let endpoint = kind.route.url(on: settings.server)
        guard form.utf8.count <= Self.longestQuery else {
            return TransportRequest(
                "POST", endpoint, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Data(form.utf8), maximumBodySize: PlacementAnswer.maximumSize, deadline: Self.deadline)
        }
        var parts = URLComponents(url: endpoint, resolvingAgainstBaseURL: false)
        parts?.percentEncodedQuery = form
        guard let url = parts?.url else {
            throw PlacementError(.notConfigured, "\(Log.address(endpoint)) is no URL")
        }
        return TransportRequest("GET", url, maximumBodySize: PlacementAnswer.maximumSize, deadline: Self.deadline)
    }

    /// Reads an answer with any status. The digest is checked before anything else is read.
    func read(_ response: TransportResponse, nonce: String) throws(PlacementError) -> JSONValue? {
        let settings = try settings.get()
        guard let digest = response.headers["x-ph-digest"],
            PlacementSecret.matches(digest, settings.secret.digest(of: response.body, nonce: nonce))
        else {
            // A server that asks to wait may not have looked at who asks, and a proxy cannot sign.
            guard response.status != 429, response.status < 500 else {
                throw PlacementError(.noNetwork, "the server asks to wait, with status \(response.status)")
            }
            let reason = response.status == 403 ? "; the server refuses the token or the secret" : ""
            throw PlacementError(.invalidDigest, "the answer with status \(response.status) is not signed\(reason)")
        }
        let answer: PlacementAnswer
        do {
            answer = try PlacementAnswer(response.body)
        } catch {
            throw PlacementError(.invalidAnswer, error.message, cause: error)
        }
        switch answer {
        case .success(let response): return response
        case .refused(let sentence): throw PlacementError(.refused, sentence)
        }
    }
}
