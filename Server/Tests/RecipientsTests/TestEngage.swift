import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import NIOCore
import PlatformStore
import Synchronization
import Web

@testable import Recipients

/// The token endpoint and XMLAPI over a data directory of their own, with two apps, a list, and a clock that the test moves.
final class TestEngage: Sendable {
    let folder: URL
    let platform: Platform
    let list: ListRecord
    let issued: IssuedEngageClient
    private let clock: Clock

    final class Clock: Sendable {
        private let time = Mutex(Timestamp(milliseconds: 1_790_000_000_000))
        var now: Timestamp { time.withLock { $0 } }
        func move(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "engage-\(UUID().uuidString)")
        let clock = Clock()
        self.clock = clock
        platform = try await Platform.open(at: folder, passwordCost: 4) { clock.now }
        for app in ["demo", "other"] { _ = try await platform.apps.create(app, name: app, by: "test") }
        list = try await platform.recipients.createList(
            "Customers", folder: "Shared",
            columns: [
                ListColumn(name: "Mobile User Id", type: .text, lookup: .unique),
                ListColumn(name: "EMAIL", type: .text, lookup: .indexed), ListColumn(name: "Name", type: .text),
            ], app: "demo", by: "test")
        issued = try await platform.engageClients.createClient(name: "App", app: "demo", by: "test")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func advance(by duration: Duration) { clock.move(duration) }

    /// Runs requests of a client of the app `demo`.
    func run(_ body: @escaping @Sendable (EngageProgram) async throws -> Void) async throws {
        let token = try await token(of: issued)
        let router = Router()
        router.add(middleware: ErrorAnswers(RecipientsRoutes.dialects))
        RecipientsRoutes(platform).add(to: router)
        try await Application(router: router).test(.router) { try await body(EngageProgram(client: $0, token: token)) }
    }

    func token(of issued: IssuedEngageClient) async throws -> String {
        let answer = try await platform.engageClients.issueToken(
            client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
        guard case .issued(let token, _) = answer else { throw StoreError(.refused, "\(answer)") }
        return token
    }

    /// A token of a client of the app `other`.
    func foreignToken() async throws -> String {
        try await token(of: try await platform.engageClients.createClient(name: "Other", app: "other", by: "test"))
    }
}

/// A program that speaks with the token endpoint and XMLAPI.
struct EngageProgram: Sendable {
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let text: String

        /// The text of the first element of a name; `nil` without one.
        func element(_ name: String) -> String? {
            guard let open = text.firstRange(of: "<\(name)>"),
                let close = text[open.upperBound...].firstRange(of: "</\(name)>")
            else { return nil }
            return String(text[open.upperBound..<close.lowerBound])
        }

        /// 0 for a success.
        var fault: Int? { element("SUCCESS") == "TRUE" ? 0 : element("errorid").flatMap { Int($0) } }

        func member(_ name: String) -> String? {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return object?[name].map { "\($0)" }
        }
    }

    let client: any TestClientProtocol
    var token: String?

    func with(token: String?) -> EngageProgram { EngageProgram(client: client, token: token) }

    /// One operation in an envelope.
    func call(_ operation: String) async throws -> Answer {
        try await post("<Envelope><Body>\(operation)</Body></Envelope>")
    }

    /// Any bytes as a raw body.
    func post(_ body: String, type: String = "text/xml;charset=utf-8") async throws -> Answer {
        var fields: HTTPFields = [.contentType: type]
        if let token { fields[.authorization] = "Bearer \(token)" }
        return try await send("/XMLAPI", fields, body)
    }

    func askForToken(_ form: String, headers: HTTPFields = [:]) async throws -> Answer {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send("/oauth/token", headers, form)
    }

    private func send(_ path: String, _ headers: HTTPFields, _ body: String) async throws -> Answer {
        let answer = try await client.execute(
            uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
        return Answer(status: answer.status, headers: answer.headers, text: String(buffer: answer.body))
    }
}
