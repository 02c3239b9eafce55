import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Web

/// The envelope `{"response", "error", "errobj"}`: the form of every answer below `/v3`.
struct EnvelopeDialect: Dialect {
    func answer(_ problem: Problem) throws -> Response { Self.refused(problem.message, problem.status) }

    /// - Parameters:
    ///   - response: JSON.
    ///   - signing: the headers that sign a body.
    static func success(_ response: [UInt8], signing: ([UInt8]) -> HTTPFields = { _ in [:] }) -> Response {
        Self.response(PlacementAnswer.bytes(ofResponse: response), .ok, signing)
    }

    static func refused(
        _ message: String, _ status: HTTPResponse.Status, signing: ([UInt8]) -> HTTPFields = { _ in [:] }
    ) -> Response {
        response(Array(PlacementAnswer.refused(message).bytes), status, signing)
    }

    private static func response(
        _ body: [UInt8], _ status: HTTPResponse.Status, _ signing: ([UInt8]) -> HTTPFields
    ) -> Response {
        var headers = signing(body)
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// An error whose answer is signed: a device tells it from one of a stranger.
struct SignedProblem: ProblemDescribing, CustomStringConvertible {
    let problem: Problem?
    let description: String

    /// `nil` for an error of which the answer says nothing.
    init?(_ cause: any ProblemDescribing, _ signing: ([UInt8]) -> HTTPFields) {
        guard var problem = cause.problem else { return nil }
        for field in signing(Array(PlacementAnswer.refused(problem.message).bytes)) {
            problem.headers[field.name] = field.value
        }
        self.problem = problem
        description = "\(cause)"
    }
}

/// A request that is refused: what the stranger hears, and what the journal hears.
struct PlacementRefusal: Error {
    let status: HTTPResponse.Status
    /// For the sender of the request.
    let message: String
    let outcome: PlacementEvent.Outcome
    /// For the journal.
    let detail: String

    init(
        _ outcome: PlacementEvent.Outcome, _ message: String, status: HTTPResponse.Status = .badRequest,
        detail: String? = nil
    ) {
        self.status = status
        self.message = message
        self.outcome = outcome
        self.detail = detail ?? message
    }

    /// Does not say which of the two is wrong.
    static func stranger(_ outcome: PlacementEvent.Outcome, _ detail: String) -> PlacementRefusal {
        PlacementRefusal(outcome, "check the token and the secret", status: .forbidden, detail: detail)
    }

    static let replayed = PlacementRefusal(
        .replayed, "the nonce was used before", status: .forbidden, detail: "a second request with the same nonce")
}
