import Hummingbird
import Web

/// Problems as RFC 9457 has them: `application/problem+json` with status, title and detail, and `code` for programs.
struct ProblemDetails: Dialect {
    private struct Body: Encodable {
        let type = "about:blank"
        let status: Int
        let title: String
        let detail: String
        let code: String
    }

    static let schema = Schema.object([
        "type": .text(1...200), "status": .integer(400...599), "title": .text(1...200), "detail": .text(0...4096),
        "code": .text(1...80).described("For programs; from a bounded set."),
    ])

    func answer(_ problem: Problem) throws -> Response {
        var response = try Response.json(
            Body(
                status: problem.status.code, title: problem.status.reasonPhrase, detail: problem.message,
                code: problem.code), status: problem.status)
        response.headers[.contentType] = "application/problem+json"
        return response
    }
}
