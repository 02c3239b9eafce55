import Foundation
import MarqueeHub
import MarqueeWire
import Testing

// HUB-122, HUB-158…164, HUB-168
@Suite struct RequestGateTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let requirement: String
        let url: String
        var source = Hub.ContentSource.localOnly
        let expected: RequestGate.Decision
        var testDescription: String { "\(requirement): \(url) (\(source))" }
    }

    private func gate(_ source: Hub.ContentSource) throws -> RequestGate {
        var gate = RequestGate(contentSource: source)
        gate.whitelist(try #require(URL(string: "http://www.zumobi.com/about")))
        gate.whitelist(domain: "Media.Example.org")
        gate.register(scheme: "ShopApp")
        return gate
    }

    static let links = [
        Row(
            requirement: "HUB-122", url: "zbimdb://brand/a/first",
            expected: .ownPage(ContentURI(hub: "brand", .article("first")))),
        Row(
            requirement: "HUB-122", url: "zbimdb://brand/a/first#part",
            expected: .ownPage(ContentURI(hub: "brand", .article("first")))),
        Row(
            requirement: "HUB-122", url: "https://example.com/", source: .externalAllowed,
            expected: .external(.contentSource)),
        Row(requirement: "HUB-122", url: "https://example.com/", expected: .denied(.localOnly)),
        Row(requirement: "HUB-162", url: "http://www.zumobi.com/about", expected: .external(.url)),
        Row(requirement: "HUB-162", url: "http://www.zumobi.com/about?x=1", expected: .denied(.localOnly)),
        Row(requirement: "HUB-162", url: "http://www.zumobi.com/about#a", expected: .denied(.localOnly)),
        Row(requirement: "HUB-162", url: "http://www.zumobi.com/about/", expected: .denied(.localOnly)),
        Row(requirement: "HUB-162", url: "https://www.zumobi.com/about", expected: .denied(.localOnly)),
        Row(requirement: "HUB-163", url: "https://media.example.ORG/a?b=c", expected: .external(.domain)),
        Row(requirement: "HUB-163", url: "https://example.org/", expected: .denied(.localOnly)),
        Row(requirement: "HUB-163", url: "https://evil-media.example.org/", expected: .denied(.localOnly)),
        Row(requirement: "HUB-163", url: "https://media.example.org.evil.org/", expected: .denied(.localOnly)),
        Row(requirement: "HUB-163", url: "https://media.example.org@evil.org/", expected: .denied(.localOnly)),
        Row(requirement: "HUB-123", url: "shopapp://buy/7?size=m", expected: .customScheme("shopapp")),
        Row(
            requirement: "HUB-123", url: "otherapp://buy/7", source: .externalAllowed, expected: .denied(.unknownScheme)
        ),
        Row(
            requirement: "HUB-168", url: "javascript:alert(1)", source: .externalAllowed,
            expected: .denied(.dangerousScheme)),
        Row(
            requirement: "HUB-168", url: "JavaScript:alert(1)", source: .externalAllowed,
            expected: .denied(.dangerousScheme)),
        Row(
            requirement: "HUB-168", url: "data:text/html,x", source: .externalAllowed,
            expected: .denied(.dangerousScheme)),
        Row(
            requirement: "HUB-168", url: "file:///etc/passwd", source: .externalAllowed,
            expected: .denied(.dangerousScheme)),
        Row(requirement: "HUB-168", url: "about:blank", source: .externalAllowed, expected: .denied(.dangerousScheme)),
        Row(
            requirement: "HUB-168", url: "blob:https://x/1", source: .externalAllowed,
            expected: .denied(.dangerousScheme)),
        Row(requirement: "HUB-168", url: "tel:+123", source: .externalAllowed, expected: .denied(.unknownScheme)),
        Row(requirement: "HUB-168", url: "zbimdb://brand/a/../x", expected: .denied(.malformed)),
        Row(requirement: "HUB-168", url: "a/relative", expected: .denied(.malformed)),
        Row(requirement: "HUB-168", url: "marquee-link:http://a:1:2/", expected: .denied(.malformed)),
    ]

    @Test(arguments: links) func `a link leads where the rules allow`(_ row: Row) throws {
        #expect(try gate(row.source).navigation(to: try #require(URL(string: row.url))) == row.expected)
    }

    struct Load: Sendable, CustomTestStringConvertible {
        let requirement: String
        let url: String
        var purpose = ResourceRequest.Purpose.resource
        var from: String?
        var source = Hub.ContentSource.localOnly
        let expected: RequestGate.Decision
        var testDescription: String { "\(requirement): \(purpose) \(url) (\(source))" }
    }

    static let loads = [
        Load(
            requirement: "HUB-160", url: "zbimdb://brand/assets/a.png",
            expected: .ownAsset(ContentURI(hub: "brand", .asset("a.png")))),
        Load(requirement: "HUB-160", url: "https://tracker.example/p.gif", expected: .denied(.localOnly)),
        Load(requirement: "HUB-160", url: "wss://tracker.example/", expected: .denied(.dangerousScheme)),
        Load(requirement: "HUB-160", url: "https://tracker.example/", purpose: .frame, expected: .denied(.localOnly)),
        Load(
            requirement: "HUB-159", url: "https://cdn.example/v.mp4", source: .externalAllowed,
            expected: .embedded(.contentSource)),
        Load(
            requirement: "HUB-161", url: "https://evil.example/brand/a/first", purpose: .page, source: .externalAllowed,
            expected: .denied(.foreignDocument)),
        Load(
            requirement: "HUB-161", url: "zbimdb://brand/a/first", purpose: .frame, source: .externalAllowed,
            expected: .denied(.foreignDocument)),
        Load(
            requirement: "HUB-161", url: "zbimdb://brand/a/first", purpose: .page,
            expected: .ownPage(ContentURI(hub: "brand", .article("first")))),
        Load(
            requirement: "HUB-159", url: "http://cdn.example/v.mp4", source: .externalAllowed,
            expected: .denied(.pagePolicy)),
        Load(
            requirement: "HUB-159", url: "http://cdn.example/v.mp4", from: "https://cdn.example/v",
            source: .externalAllowed, expected: .denied(.redirect)),
        Load(requirement: "HUB-162", url: "http://www.zumobi.com/about", expected: .denied(.localOnly)),
        Load(
            requirement: "HUB-163", url: "http://media.example.org:8080/x.jpg", source: .externalAllowed,
            expected: .embedded(.domain)),
        Load(requirement: "HUB-164", url: "https://media.example.org/x.jpg", expected: .embedded(.domain)),
        Load(
            requirement: "HUB-164", url: "https://evil.example/x.jpg", from: "https://media.example.org/x.jpg",
            expected: .denied(.redirect)),
    ]

    @Test(arguments: loads) func `a page loads what the rules allow`(_ row: Load) throws {
        let request = ResourceRequest(
            try #require(URL(string: row.url)), purpose: row.purpose,
            redirectedFrom: try row.from.map { try #require(URL(string: $0)) })
        #expect(try gate(row.source).resource(request) == row.expected)
    }

    // HUB-158
    @Test func `external content is allowed until the app says otherwise`() {
        #expect(Hub.ContentSource.localOnly.rawValue == 0)
        #expect(Hub.ContentSource.externalAllowed.rawValue == 1)
        #expect(RequestGate().contentSource == .externalAllowed)
    }

    // HUB-165
    @Test(arguments: ["http", "HTTPS", "file", "javascript", "data", "zbimdb", "", "1app", "my app", "ä"])
    func `a scheme with a meaning of its own cannot be registered`(_ scheme: String) {
        var gate = RequestGate()
        let isRegistered = gate.register(scheme: scheme)
        #expect(!isRegistered)
        #expect(gate.customSchemes.isEmpty)
    }

    @Test(arguments: ["", "a b", "x; script-src *", "https://x", "x/y", "x:80", "*"])
    func `what is no host name cannot be whitelisted`(_ domain: String) {
        var gate = RequestGate(contentSource: .localOnly)
        let isExempt = gate.whitelist(domain: domain)
        #expect(!isExempt)
        #expect(PagePolicy(gate: gate) == PagePolicy(gate: RequestGate(contentSource: .localOnly)))
    }
}
