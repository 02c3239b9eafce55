import HTTPTypes
import Hummingbird

/// Answers 405, with the methods that there are, where an address of the API is asked with another one.
struct MethodRefusals<Context: RequestContext>: RouterMiddleware {
    let operations: [Operation]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && !Self.isRouted(context) {
            throw refusal(of: request) ?? error
        }
    }

    private static func isRouted(_ context: Context) -> Bool { context.endpointPath?.hasPrefix("/api/") ?? false }

    private func refusal(of request: Request) -> HTTPError? {
        guard request.uri.path.hasPrefix("/api/v1/") else { return nil }
        let parts = request.uri.path.split(separator: "/").dropFirst(2)
        let allowed = operations.filter { operation in
            let pattern = operation.path.split(separator: "/")
            return pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        guard !allowed.isEmpty else { return nil }
        let list = allowed.map(\.method.rawValue).sorted().joined(separator: ", ")
        return HTTPError(.methodNotAllowed, headers: [.allow: list], message: "Allowed here: \(list).")
    }
}
