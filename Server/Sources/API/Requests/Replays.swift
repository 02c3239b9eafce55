import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Web

/// Answers a repeated request with the first one's answer (the `Idempotency-Key` header of the HTTPAPI working group).
struct Replays: Sendable {
    /// The largest body that is kept; a larger one is left out when the answer is sent again.
    private static let maximumSize = 1 << 20

    let store: any IdempotencyStore
    let now: @Sendable () -> Timestamp

    func answer(
        key: String, token: String, request: Request, body: [UInt8], carryOut: () async throws -> Response
    ) async throws -> Response {
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw WebError(.badRequest, "Idempotency-Key is 1 to 255 visible ASCII characters")
        }
        let print = ObjectHash(of: Data("\(request.method.rawValue) \(request.uri.description)\n".utf8) + Data(body))
            .hex
        switch try await store.begin(key: key, token: token, fingerprint: print, now: now()) {
        case .first: break
        case .inProgress: throw APIError(.inProgress, "the first request with this key is still being carried out")
        case .otherRequest: throw APIError(.keyReused, "this key was used for another request; take a new one")
        case .done(let answer): return Self.response(answer)
        }
        let response: Response
        do {
            response = try await carryOut()
        } catch {
            // What was refused may be tried again, mended, under the same key. After a failure nobody knows how far the
            // work came: the key stays taken for `IdempotencyLifetime.requests`.
            if let problem = (error as? any ProblemDescribing)?.problem, problem.status.code < 500 {
                try? await store.abandon(key: key, token: token)
            }
            throw error
        }
        let collected = CollectedBody()
        try await response.body.write(collected)
        // The work is done, so a full disk is no reason to answer with an error. The key stays taken for
        // `IdempotencyLifetime.requests`, and a repeat in that time is refused and not carried out again.
        try? await store.finish(key: key, token: token, answer: Self.kept(response, collected.buffer))
        var answer = response
        answer.body = ResponseBody(byteBuffer: collected.buffer)
        return answer
    }

    private static func kept(_ response: Response, _ body: ByteBuffer) -> KeptAnswer {
        KeptAnswer(
            status: response.status.code, location: response.headers[.location], etag: response.headers[.eTag],
            contentType: response.headers[.contentType],
            body: body.readableBytes <= maximumSize ? String(buffer: body) : nil)
    }

    private static func response(_ answer: KeptAnswer) -> Response {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        headers[.location] = answer.location
        headers[.eTag] = answer.etag
        headers[.contentType] = answer.body == nil ? nil : answer.contentType
        if let name = HTTPField.Name("Idempotency-Replayed") { headers[name] = "true" }
        return Response(
            status: .init(code: answer.status), headers: headers,
            body: .init(byteBuffer: ByteBuffer(string: answer.body ?? "")))
    }
}
