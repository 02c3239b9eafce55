import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire

/// A placements server in memory: it reads each request as a server does, and signs its answers.
final class PlacementServer: Sendable {
    static let secret = "haven1"

    /// What was asked.
    struct Asked: Sendable {
        let path: String
        let parameters: [String: String]
    }

    /// Answers a request, after which the answer is signed.
    typealias Answer = @Sendable (Asked) async throws(TransportError) -> PlacementAnswer

    let transport: FakeTransport
    /// The status of refusals: 403 refuses the app, 400 one request.
    let refusalStatus = Locked(403)
    /// An error that stands in every envelope beside the response.
    let error = Locked<String?>(nil)
    /// The files of `media.example`, by path.
    let files = Locked(["/unit.html": "<p>unit</p>", "/reward.html": "<p>reward</p>"])
    /// While it is true, files get no answer, unless nobody waits for it any more.
    let holdsFiles = Locked(false)
    private let asked: Locked<[Asked]>
    private let answer: Locked<Answer>

    init(_ first: @escaping Answer = { _ in .success(nil) }) {
        let (asked, answer, files) = (Locked<[Asked]>([]), Locked<Answer>(first), self.files)
        let refusalStatus = refusalStatus
        let holdsFiles = holdsFiles
        let error = error
        (self.asked, self.answer) = (asked, answer)
        transport = FakeTransport { request throws(TransportError) in
            let one = Self.read(request.url, form: request.body)
            if request.url.host() == "media.example" {
                while holdsFiles.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
                return files.withLock { $0 }[one.path].map {
                    TransportResponse(
                        status: 200, headers: ["Content-Type": "text/html; charset=utf-8"], body: Data($0.utf8))
                } ?? TransportResponse(status: 404)
            }
            asked.withLock { $0.append(one) }
            let given = try await answer.withLock { $0 }(one)
            let sentence = error.withLock { $0 }
            let body = sentence.map { Self.envelope(given, error: $0) } ?? given.bytes
            let status = if case .refused = given { refusalStatus.withLock { $0 } } else { 200 }
            return TransportResponse(
                status: status, headers: ["X-Ph-Digest": Self.digest(body, nonce: one.parameters["nonce"] ?? "")],
                body: body)
        }
    }

    /// Every request so far.
    var requests: [Asked] { asked.withLock { $0 } }

    func set(_ answer: @escaping Answer) { self.answer.withLock { $0 = answer } }

    private static func envelope(_ answer: PlacementAnswer, error: String) -> Data {
        guard case .success(let response?) = answer else { return answer.bytes }
        return JSONValue.record(["response": response, "error": .text(error), "errobj": .null]).bytes
    }

    static func digest(_ body: Data, nonce: String) -> String {
        PlacementSecret(secret)?.digest(of: body, nonce: nonce) ?? ""
    }

    /// - Parameter form: the body of a POST, which has the parameters in place of the address.
    static func read(_ url: URL, form: Data? = nil) -> Asked {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        if let form { parts?.percentEncodedQuery = String(decoding: form, as: UTF8.self) }
        let items = parts?.queryItems ?? []
        return Asked(
            path: url.path(), parameters: Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 })
    }
}
