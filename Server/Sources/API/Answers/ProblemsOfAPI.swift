import HTTPTypes
import Hummingbird
import Web

/// What goes wrong below `/api` is answered with problems, also where no operation is.
struct ProblemsOfAPI<Context: RequestContext>: RouterMiddleware {
    let operations: [Operation]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.hasPrefix("/api/") else { return try await next(request, context) }
        return try await ErrorAnswers<Context>(ProblemDetails()).handle(request, context: context) { request, context in
            do {
                return try await next(request, context)
            } catch let error as HTTPError where error.status == .notFound && !Self.isRouted(context) {
                throw refusal(of: request)
            }
        }
    }

    private static func isRouted(_ context: Context) -> Bool { context.endpointPath?.hasPrefix("/api/") ?? false }

    /// 405 with the methods that the address has; 404 when it has none.
    private func refusal(of request: Request) -> HTTPError {
        let parts = request.uri.path.split(separator: "/").dropFirst(2)
        let allowed = operations.filter { operation in
            let pattern = operation.path.split(separator: "/")
            return pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        guard !allowed.isEmpty else { return HTTPError(.notFound, message: "There is nothing at this address.") }
        let list = allowed.map(\.method.rawValue).sorted().joined(separator: ", ")
        return HTTPError(.methodNotAllowed, headers: [.allow: list], message: "Allowed here: \(list).")
    }
}
