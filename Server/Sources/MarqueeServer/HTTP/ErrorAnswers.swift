import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MarqueeWire
import NIOCore

/// The one place where errors become answers: `{"code": …, "message": …}` with the status that belongs to the code.
///
/// What is not known here is a 500 that says nothing; its description goes to the log.
struct ErrorAnswers<Context: RequestContext>: RouterMiddleware {
    private struct Body: Encodable {
        let code: String
        let message: String
    }

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        do {
            return try await next(request, context)
        } catch let error as ServiceError {
            var response = answer(Self.status(error.code), error.code.rawValue, error.message)
            if let seconds = error.retryAfter { response.headers[.retryAfter] = String(seconds) }
            // A body that was refused is not read to its end: the connection has nothing further to say.
            if error.code == .bodyTooLarge || error.code == .requestTimeout { response.headers[.connection] = "close" }
            return response
        } catch let error as WireError {
            return answer(.badRequest, error.code.rawValue, error.message)
        } catch let error as HTTPError {
            return answer(
                error.status, error.status == .notFound ? "not_found" : "http_error",
                error.body ?? error.status.reasonPhrase)
        } catch {
            context.logger.error(
                "request failed", metadata: ["error": "\(error)", "route": "\(context.endpointPath ?? "none")"])
            return answer(.internalServerError, "internal", "The server could not answer. Its log says why.")
        }
    }

    private static func status(_ code: ServiceError.Code) -> HTTPResponse.Status {
        switch code {
        case .badRequest: .badRequest
        case .notFound: .notFound
        case .requestTimeout: .requestTimeout
        case .bodyTooLarge: .contentTooLarge
        case .unsupportedEncoding: .unsupportedMediaType
        case .rangeNotSatisfiable: .rangeNotSatisfiable
        case .unavailable: .serviceUnavailable
        }
    }

    private func answer(_ status: HTTPResponse.Status, _ code: String, _ message: String) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(Body(code: code, message: message))) ?? Data()
        return Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
