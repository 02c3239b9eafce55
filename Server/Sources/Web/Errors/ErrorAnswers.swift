import HTTPTypes
package import Hummingbird
import Logging
import NIOHTTP1

/// The one place where errors become answers, each in the dialect of its address.
///
/// A router has one, because each more would stand around all routes that are added after it.
///
/// An error that is no ``ProblemDescribing`` is a 500 that says nothing but a reference, under which the log has it.
package struct ErrorAnswers<Context: RequestContext>: RouterMiddleware {
    private let places: [DialectPlace]
    private let dialect: any Dialect

    /// - Parameters:
    ///   - places: the addresses with dialects of their own. The first that fits counts.
    ///   - dialect: of every other address.
    package init(_ places: [DialectPlace] = [], otherwise dialect: any Dialect = JSONDialect()) {
        self.places = places
        self.dialect = dialect
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Not HTTP: the server below answers and closes the connection.
            throw error
        } catch {
            let problem = Self.problem(error, context)
            let path = request.uri.path
            let place = places.first { path.hasPrefix($0.prefix) }
            var response = try (place?.dialect ?? dialect).answer(problem)
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
