import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

/// What a person's browser does: keeps cookies, follows no redirect by itself, brings the token of the last page.
final class Browser: Sendable {
    struct Page: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let text: String

        /// Where a redirect leads.
        var location: String { headers[.location] ?? "" }

        /// The values of every hidden or shown field of that name.
        func values(_ name: String) -> [String] {
            text.components(separatedBy: "name=\"\(name)\" value=\"").dropFirst().map {
                String($0.prefix { $0 != "\"" })
            }
        }
    }

    private struct State {
        var cookies: [String: String] = [:]
        var token = ""
    }

    let client: any TestClientProtocol
    private let peer: String
    private let state = Mutex(State())

    init(_ client: any TestClientProtocol, peer: String = "192.0.2.1") {
        self.client = client
        self.peer = peer
    }

    var cookies: [String: String] { state.withLock(\.cookies) }

    func forget(_ cookie: String) { state.withLock { $0.cookies[cookie] = nil } }

    func signIn(_ name: String = "Ann", _ password: String = TestPortal.password) async throws {
        let page = try await post("/portal/sign-in", ["name": name, "password": password])
        try #require(page.status == .seeOther, "\(page.text)")
        _ = try await get("/portal/hubs")
    }

    func get(_ path: String, headers: [String: String] = [:]) async throws -> Page {
        let page = try await send(path, .get, headers, nil)
        if let token = page.values("csrf").first(where: { !$0.isEmpty }) { state.withLock { $0.token = token } }
        return page
    }

    /// Sends a form with the session's token.
    func post(_ path: String, _ fields: [String: String] = [:]) async throws -> Page {
        let token = state.withLock(\.token)
        return try await submit(path, fields.merging(["csrf": token]) { given, _ in given })
    }

    /// Sends a form as it is.
    func submit(_ path: String, _ fields: [String: String], headers: [String: String] = [:]) async throws -> Page {
        let body = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.escaped($0.value))" }
        var sent = headers
        sent["Content-Type"] = "application/x-www-form-urlencoded"
        return try await send(path, .post, sent, ByteBuffer(string: body.joined(separator: "&")))
    }

    /// Sends a form as it is, whose fields may come several times.
    func submit(_ path: String, fields: [(String, String)]) async throws -> Page {
        let body = fields.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
        return try await send(
            path, .post, ["Content-Type": "application/x-www-form-urlencoded"], ByteBuffer(string: body))
    }

    /// Sends a form with the session's token and a file, as browsers do.
    func upload(_ path: String, file: String, _ content: String, _ fields: [String: String] = [:]) async throws -> Page
    {
        try await upload(path, file: file, Data(content.utf8), fields)
    }

    /// Sends a form with the session's token and a file of any bytes.
    func upload(_ path: String, file: String, _ content: Data, _ fields: [String: String] = [:]) async throws -> Page {
        let boundary = "----FormBoundary7MA4YWxk"
        let fields = fields.merging(["csrf": state.withLock(\.token)]) { given, _ in given }
        var body = fields.sorted { $0.key < $1.key }.map {
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\($0.key)\"\r\n\r\n\($0.value)\r\n"
        }.joined()
        body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file)\"\r\n"
        body += "Content-Type: text/csv\r\n\r\n"
        let bytes = Data(body.utf8) + content + Data("\r\n--\(boundary)--\r\n".utf8)
        let type = "multipart/form-data; boundary=\(boundary)"
        return try await send(path, .post, ["Content-Type": type], ByteBuffer(bytes: bytes))
    }

    private func send(_ path: String, _ method: HTTPRequest.Method, _ headers: [String: String], _ body: ByteBuffer?)
        async throws -> Page
    {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        if let name = HTTPField.Name("X-Test-Peer") { fields[name] = peer }
        let cookies = state.withLock(\.cookies)
        if !cookies.isEmpty { fields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        let response = try await client.execute(
            uri: path, method: method, headers: fields, body: body)
        for cookie in response.headers[values: .setCookie] { keep(cookie) }
        return Page(status: response.status, headers: response.headers, text: String(buffer: response.body))
    }

    private func keep(_ cookie: String) {
        let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return }
        state.withLock { $0.cookies[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1]) }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
