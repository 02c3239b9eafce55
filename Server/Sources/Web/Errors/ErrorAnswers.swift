import HTTPTypes
package import Hummingbird
import Logging
import NIOHTTP1

/// The one place where errors become answers, in the dialect of the routes behind it.
///
/// An error that is no ``ProblemDescribing`` is a 500 that says nothing but a reference, under which the log has it.
package struct ErrorAnswers<Context: RequestContext>: RouterMiddleware {
    private let dialect: any Dialect
    private let prefix: String

    /// - Parameter prefix: only for addresses that begin so. Added to a router and not to a group, it also answers for
    ///   addresses there that have no route.
    package init(_ dialect: any Dialect = JSONDialect(), below prefix: String = "") {
        self.dialect = dialect
        self.prefix = prefix
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.hasPrefix(prefix) else { return try await next(request, context) }
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Not HTTP: the server below answers and closes the connection.
            throw error
        } catch {
            let problem = Self.problem(error, context)
            var response = try dialect.answer(problem)
            for field in problem.headers { response.headers[field.name] = field.value }
            return response
        }
    }

    private static func problem(_ error: any Error, _ context: Context) -> Problem {
        let problem = (error as? any ProblemDescribing)?.problem
        if let problem, problem.status.code < 500 || error is CancellationError { return problem }
        let reference = String(UInt32.random(in: .min ... .max), radix: 36)
        context.logger.error(
            problem == nil ? "request failed" : "request refused",
            metadata: [
                "reference": "\(reference)", "error": "\(error)", "route": "\(context.endpointPath ?? "none")",
            ])
        return problem ?? .unexpected(reference: reference)
    }
}
