import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MarqueeWire
import NIOCore
import NIOHTTP1
import PlatformStore

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
            if error.code == .bodyTooLarge { response.headers[.connection] = "close" }
            return response
        } catch let error as WireError {
            return answer(.badRequest, error.code.rawValue, error.message)
        } catch let error as HTTPError {
            var response = answer(
                error.status, Self.codes[error.status]?.rawValue ?? "http_error",
                error.body ?? error.status.reasonPhrase)
            if error.status == .requestTimeout || error.status == .contentTooLarge {
                response.headers[.connection] = "close"
            }
            for name in [HTTPField.Name.retryAfter, .connection] {
                if let value = error.headers[name] { response.headers[name] = value }
            }
            return response
        } catch let error as HTTPParserError {
            // Not HTTP: the server below answers and closes the connection.
            throw error
        } catch is CancellationError {
            return answer(.serviceUnavailable, ServiceError.Code.unavailable.rawValue, "The server is stopping.")
        } catch let error as StoreError where error.code == .diskFull {
            context.logger.error("the disk is full", metadata: ["error": "\(error)"])
            return answer(.serviceUnavailable, ServiceError.Code.unavailable.rawValue, "The server's disk is full.")
        } catch {
            context.logger.error(
                "request failed", metadata: ["error": "\(error)", "route": "\(context.endpointPath ?? "none")"])
            return answer(.internalServerError, "internal", "The server could not answer. Its log says why.")
        }
    }

    private static var codes: [HTTPResponse.Status: ServiceError.Code] {
        [
            .notFound: .notFound, .requestTimeout: .requestTimeout, .contentTooLarge: .bodyTooLarge,
            .serviceUnavailable: .unavailable,
        ]
    }

    private static func status(_ code: ServiceError.Code) -> HTTPResponse.Status {
        switch code {
        case .badRequest: .badRequest
        case .notFound: .notFound
        case .requestTimeout: .requestTimeout
        case .bodyTooLarge: .contentTooLarge
        case .unsupportedEncoding: .unsupportedMediaType
        case .rangeNotSatisfiable: .rangeNotSatisfiable
        case .tooManyRequests: .tooManyRequests
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
