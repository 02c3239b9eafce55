import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import NIOCore
import PlatformStore
import Testing

@testable import Web
@testable import MarqueeServer

/// What every answer has in common: compression and the headers that protect browsers.
@Suite struct AnswerTests {
    private func get(
        _ uri: String, of test: TestServer, headers: HTTPFields = [:], method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        let router = uri == "/metrics" ? test.server.operationsRouter() : test.server.router()
        return try await Application(router: router, logger: test.server.logger).test(.router) {
            try await $0.execute(uri: uri, method: method, headers: headers)
        }
    }

    @Test(arguments: ["/portal/assets/portal.css", "/metrics"])
    func `a text is sent as gzip to a client that accepts it`(_ uri: String) async throws {
        let test = try await TestServer(isPublished: false)
        for _ in 0..<3 { _ = try await get("/healthz", of: test) }
        let plain = try await get(uri, of: test)
        #expect(plain.headers[.contentEncoding] == nil)
        #expect(plain.headers[.vary]?.contains("Accept-Encoding") == true)
        let packed = try await get(uri, of: test, headers: [.acceptEncoding: "br, gzip;q=0.5"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.headers[.contentLength] == String(packed.body.readableBytes))
        let text = try Gzip.decompress(Data(of: packed.body), maximum: 1_000_000)
        #expect(packed.body.readableBytes < text.count)
        if uri.hasSuffix("css") { #expect(text == Data(of: plain.body)) }
    }

    @Test(arguments: [
        ("gzip", true), ("x-gzip", true), ("*", true), ("deflate, GZIP ; q=1.0", true), ("gzip;q=0", false),
        ("*;q=0", false), ("gzip;q=0, *", false), ("br", false), ("identity", false), ("", false),
    ])
    func `gzip is sent only when it is accepted`(_ header: String, _ isTaken: Bool) {
        #expect(CompressedAnswers<BasicRequestContext>.accepts(header) == isTaken)
    }

    @Test func `objects, short texts and answers to HEAD stay as they are`() async throws {
        let test = try await TestServer()
        let release = try #require(try await test.server.platform.releases.latest(test.scope))
        let taking: HTTPFields = [.acceptEncoding: "gzip"]
        for uri in ["\(test.path)/objects/\(release.document.sha256.hex)", "/healthz", "\(test.path)/fresh"] {
            #expect(try await get(uri, of: test, headers: taking).headers[.contentEncoding] == nil, "\(uri)")
        }
        let head = try await get("/portal/assets/portal.css", of: test, headers: taking, method: .head)
        #expect(head.headers[.contentEncoding] == nil)
    }

    @Test(arguments: [
        ("/portal/nothing", "<html"), ("/api/nothing", #""type":"#), ("/v3/nothing", #""errobj":"#),
        ("/v1/placements/nothing", #""errobj":"#), ("/oauth/nothing", #""error":"#), ("/XMLAPI", "<Envelope>"),
        ("/lab/nothing", #""code":"#), ("/nothing", #""code":"#),
    ])
    func `an error has the form of its address`(_ uri: String, _ sign: String) async throws {
        let test = try await TestServer(isPublished: false)
        let answer = try await get(uri, of: test)
        #expect(answer.status.code >= 400)
        let text = String(buffer: answer.body)
        #expect(text.contains(sign), "\(text)")
        guard uri.hasPrefix("/v3") || uri == "/XMLAPI" else { return }
        // The port that only devices reach has no pages.
        let device = try await Application(router: test.server.deviceRouter(), logger: test.server.logger).test(
            .router
        ) { try await $0.execute(uri: uri, method: .get) }
        #expect(String(buffer: device.body) == text)
    }

    @Test(arguments: ["/healthz", "/portal/sign-in", "/nothing", "/v1/apps/demo/main/fresh"])
    func `every answer carries the headers that protect browsers`(_ uri: String) async throws {
        let plain = try await get(uri, of: try await TestServer())
        #expect(plain.headers[.xContentTypeOptions] == "nosniff")
        #expect(plain.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        #expect(plain.headers[.strictTransportSecurity] == nil)
        let proxied = try await TestServer([.publicURL: "https://content.example.org"])
        #expect(try await get(uri, of: proxied).headers[.strictTransportSecurity] != nil)
    }

    @Test func `the app's configuration names the public address for every requested host`() async throws {
        let test = try await TestServer([.publicURL: "https://content.example.org"])
        _ = try await test.server.platform.accounts.createFirst(name: "ada", password: "a long password")
        let step = try await test.server.platform.accounts.signIn(
            name: "ada", password: "a long password", from: SignInOrigin(address: "192.0.2.1"))
        let session = try #require(step.session)
        let answer = try await get(
            "/portal/files/zbimconfig.plist", of: test,
            headers: [.cookie: "__Host-marquee_session=\(session.token)"])
        #expect(answer.status == .ok)
        #expect(String(buffer: answer.body).contains("<string>https://content.example.org/v1/apps/demo/main</string>"))
    }

    // Behind a proxy that ends TLS, a page over https may not frame one over http. Ads have origins of their own below
    // localhost, where the browser is on this machine.
    @Test(arguments: [
        ("https://lab.example.org/", "https://lab.example.org", "https://lab.example.org"),
        ("http://[::1]:8081", "http://[::1]:8081", "http://[::1]:8081 http://*.localhost:8081"),
    ])
    func `the lab frames the address that its pages were given`(address: String, hub: String, ads: String) async throws
    {
        let test = try await TestServer([.lab: "open", .contentURL: address], isPublished: false)
        for (page, origins) in ["/lab/": hub, "/lab/mraid": ads] {
            let policy = try await get(page, of: test).headers[.contentSecurityPolicy]
            #expect(policy?.contains("frame-src \(origins);") == true, "\(page): \(policy ?? "-")")
        }
    }
}
