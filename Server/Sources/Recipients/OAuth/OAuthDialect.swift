import Hummingbird
import Web

/// RFC 6749, section 5.2: `{"error": …, "error_description": …}`.
struct OAuthDialect: Dialect {
    private struct Body: Encodable {
        let error: String
        let errorDescription: String

        enum CodingKeys: String, CodingKey {
            case error
            case errorDescription = "error_description"
        }
    }

    func answer(_ problem: Problem) throws -> Response {
        try .json(Body(error: problem.code, errorDescription: problem.message), status: problem.status)
    }
}
