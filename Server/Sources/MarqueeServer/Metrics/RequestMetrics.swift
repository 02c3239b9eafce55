import HTTPTypes
import Hummingbird

/// Every other method counts under one label, so that the set of labels stays bounded.
private let knownMethods: Set<HTTPRequest.Method> = [.get, .head, .post, .options]

/// Counts every request by route pattern and status and times it until its answer begins.
struct RequestMetrics<Context: RequestContext>: RouterMiddleware {
    let metrics: ServerMetrics

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let elapsed = ContinuousClock.now - start
        let (seconds, attoseconds) = elapsed.components
        let key = ServerMetrics.RequestKey(
            method: knownMethods.contains(request.method) ? request.method.rawValue : "other",
            route: context.endpointPath ?? "none", status: Int(response.status.code))
        metrics.recordRequest(key, nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        return response
    }
}
