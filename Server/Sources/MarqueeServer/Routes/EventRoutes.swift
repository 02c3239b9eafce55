import Hummingbird
import MarqueeWire
import Web

/// `POST …/events`: one batch in, one verdict for each event out. Accepted events are on disk before the answer is
/// sent.
struct EventRoutes: Sendable {
    let intake: any EventAcceptance
    let body: BodyReader
    let metrics: ServerMetrics
    /// Proxies before the server.
    let proxies: Int

    func add<Context: RequestContext>(to router: Router<Context>) {
        router.post("v1/apps/:app/:stream/events", use: accept)
    }

    private func accept(_ request: Request, _ context: some RequestContext) async throws -> Response {
        let sender = PeerAddress(request, context, proxies: proxies)
        if let sender { try intake.admit(sender) }
        let scope = try DeviceRoutes.scope(context)
        guard try await intake.isKnown(scope) else {
            throw WebError(.notFound, "there is no app and stream \(scope)")
        }
        let batch = try await body.readDecoded(request, maximum: EventBatch.maximumSize)
        let receipt = try await intake.accept(batch, scope: scope, from: sender)
        metrics.recordEvents(accepted: receipt.accepted, rejected: receipt.rejected)
        return .text(try receipt.json, type: "application/json")
    }
}
