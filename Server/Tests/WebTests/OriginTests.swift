import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Web

@Suite struct OriginTests {
    @Test(
        arguments: [
            ("example.org", "example.org", nil), ("Example.ORG:8080", "example.org", 8080), ("[::1]:80", "::1", 80),
            ("127.0.0.1:4711", "127.0.0.1", 4711), ("[2001:db8::1]", "2001:db8::1", nil),
        ] as [(String, String, Int?)])
    func `an authority is a host and a port`(_ text: String, _ host: String, _ port: Int?) throws {
        let authority = try #require(Authority(text))
        #expect(authority.host == host)
        #expect(authority.port == port)
    }

    @Test(
        arguments: [
            ("Bearer abc", "abc"), ("bearer  abc ", "abc"), ("BEARER a b", "a b"), ("Bearer", nil), ("Bearer ", nil),
            ("Bearerabc", nil), ("Basic abc", nil), ("bea\u{301}rer abc", nil), ("", nil), (nil, nil),
            ("Bearer \(String(repeating: "a", count: 4_090))", nil),
        ] as [(String?, String?)])
    func `a bearer token is what stands behind the scheme`(_ header: String?, _ token: String?) {
        var headers: HTTPFields = [:]
        headers[.authorization] = header
        #expect(headers.bearerToken == token)
    }

    @Test(arguments: [nil, "", "a/b", "user@host", "a b", "a;b", "a\"b", "a,b"] as [String?])
    func `what can be more than a host is none`(_ text: String?) { #expect(Authority(text) == nil) }

    @Test(
        arguments: [
            // servesTLS, Sec-Fetch-Site, Origin, whether it counts
            (false, nil, nil, true), (false, "same-origin", nil, true), (false, "none", nil, true),
            (false, "same-site", nil, false), (false, "cross-site", "http://example.org", false),
            (false, nil, "http://example.org", true), (false, nil, "http://example.org:81", false),
            (false, nil, "http://evil.example", false), (false, nil, "null", false),
            (true, nil, "https://example.org", true), (true, nil, "http://example.org", false),
        ] as [(Bool, String?, String?, Bool)])
    func `a form counts when this origin's own page sent it`(
        _ servesTLS: Bool, _ site: String?, _ origin: String?, _ isOwn: Bool
    ) throws {
        var headers: HTTPFields = [:]
        if let site { headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site }
        headers[.origin] = origin
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "example.org", path: "/", headerFields: headers)
        #expect(SameOrigin(servesTLS: servesTLS).holds(Request(head: head, body: .init(buffer: ByteBuffer()))) == isOwn)
    }
}
