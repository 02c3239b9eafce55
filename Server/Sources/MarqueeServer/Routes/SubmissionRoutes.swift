import Collector
import Hummingbird
import MarqueeWire
import Web

/// `POST /rest/events/submission`: universal events with an access token, as Engage's SDKs send them. Accepted events are
/// on disk before the answer is sent.
///
/// Old SDKs take any 2xx with JSON for success and read nothing of it. The answer names the rejected events, for senders
/// that drop these and nothing else.
struct SubmissionRoutes: Sendable {
    let submissions: SubmissionIntake
    let accounts: any EngageAccounts
    let body: BodyReader
    let metrics: ServerMetrics
    /// Proxies before the server.
    let proxies: Int

    func add<Context: RequestContext>(to router: Router<Context>) {
        router.post(RouterPath(EngageRoute.events.rawValue), use: submit)
    }

    private func submit(_ request: Request, _ context: some RequestContext) async throws -> Response {
        let address = PeerAddress(request, context, proxies: proxies)?.number
        if let address { try submissions.admit(address) }
        let account: SubmissionAccount
        do { account = try await self.account(of: request) } catch {
            await body.discard(request)
            throw error
        }
        let bytes = try await body.readDecoded(request, maximum: EventBatch.maximumSize)
        let sender = SubmissionSender(scope: try Scope(app: account.app), client: account.client)
        let receipt = try await submissions.submit(bytes, from: sender, address: address)
        metrics.recordEvents(accepted: receipt.accepted, rejected: receipt.rejected.count)
        return .text(
            receipt.json, type: "application/json; charset=utf-8", status: receipt.isRefusal ? .badRequest : .created)
    }

    /// - Throws: ``SubmissionError`` for a sender that may not submit.
    private func account(of request: Request) async throws -> SubmissionAccount {
        guard let token = request.headers.bearerToken, let account = try await accounts.account(of: token) else {
            throw SubmissionError.unauthorized
        }
        guard account.isProvisioned else { throw SubmissionError.notProvisioned(app: account.app) }
        return account
    }
}
