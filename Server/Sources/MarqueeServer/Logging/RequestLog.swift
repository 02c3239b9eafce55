import HTTPTypes
import Hummingbird
import Logging
import Web

/// One line for each answered request: method, path, status, duration, and the address that asked.
///
/// Queries are left out, and so are the parts of a path that are secrets: a log is read by more people than may use them.
struct RequestLog<Context: RequestContext>: RouterMiddleware {
    let extent: ServerConfiguration.RequestLogging
    /// How many proxies stand before the server.
    let proxies: Int

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        guard extent != .off else { return try await next(request, context) }
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let isFailure = response.status.code >= 500
        guard isFailure || extent == .all else { return response }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        context.logger.log(
            level: isFailure ? .error : .info, "request",
            metadata: [
                "method": "\(request.method.rawValue)",
                "path": "\(Self.shown(request.uri.path, pattern: context.endpointPath))",
                "status": "\(response.status.code)",
                "ms": "\((milliseconds * 10).rounded() / 10)",
                "from": "\(PeerAddress.origin(request, context, proxies: proxies))",
            ])
        return response
    }

    /// A path of at most 512 bytes without its secrets: every part for which the route has a parameter named `token`.
    static func shown(_ path: String, pattern: String?) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let names = (pattern ?? "").split(separator: "/", omittingEmptySubsequences: false)
        let open = parts.enumerated().map { index, part in
            index < names.count && names[index].lowercased().contains("token") ? "…" : String(part)
        }
        let text = open.joined(separator: "/")
        return text.utf8.count <= 512 ? text : String(text.prefix(400)) + "…"
    }
}
