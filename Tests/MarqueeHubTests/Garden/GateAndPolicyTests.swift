import Foundation
import MarqueeHub
import Testing

/// The gate and the web view's own policy decide alike on what a page embeds: HUB-159, HUB-160, HUB-162…164.
@Suite struct GateAndPolicyTests {
    struct Rules: Sendable, CustomTestStringConvertible {
        var source: Hub.ContentSource
        var url: String?
        var domain: String?
        var testDescription: String { "\(source), URL \(url ?? "none"), domain \(domain ?? "none")" }

        func gate() throws -> RequestGate {
            var gate = RequestGate(contentSource: source)
            if let url { gate.whitelist(try #require(URL(string: url))) }
            if let domain { gate.whitelist(domain: domain) }
            return gate
        }
    }

    static let rules = [Hub.ContentSource.localOnly, .externalAllowed].flatMap { source in
        [
            Rules(source: source),
            Rules(source: source, url: "http://www.zumobi.com/about"),
            Rules(source: source, url: "https://www.zumobi.com/about?x=1"),
            Rules(source: source, domain: "Media.Example.org"),
            Rules(source: source, url: "http://media.example.org/x.jpg", domain: "media.example.org"),
        ]
    }

    static let addresses = [
        "http://www.zumobi.com/about", "https://www.zumobi.com/about", "https://www.zumobi.com/about?x=1",
        "http://www.zumobi.com/about?x=1", "http://www.zumobi.com/about#a", "http://www.zumobi.com/about/",
        "http://media.example.org/x.jpg", "https://media.example.org/x.jpg", "https://MEDIA.example.org:8443/x.jpg",
        "http://media.example.org:8080/x.jpg", "https://example.org/x.jpg", "https://a.media.example.org/x.jpg",
        "https://media.example.org.evil.org/", "http://evil.org/media.example.org",
        "https://media.example.org@evil.org/",
        "wss://media.example.org/", "ws://media.example.org/", "ftp://media.example.org/x.jpg",
    ]

    @Test(arguments: rules, addresses)
    func `what the gate lets a page embed, its policy lets through, and nothing else`(
        _ rules: Rules, _ address: String
    ) throws {
        let gate = try rules.gate()
        let url = try #require(URL(string: address))
        let sources = Self.sources(of: PagePolicy(gate: gate))
        let purposes: [ResourceRequest.Purpose: [String]] = [
            .resource: ["img-src", "style-src", "font-src", "media-src", "connect-src"], .frame: ["frame-src"],
        ]
        for (purpose, directives) in purposes {
            let isEmbedded =
                if case .embedded = gate.resource(ResourceRequest(url, purpose: purpose)) { true } else { false }
            for directive in directives {
                let isAllowed = sources[directive]?.contains { Self.matches($0, url) }
                #expect(isAllowed == isEmbedded, "\(directive)")
            }
        }
    }

    @Test func `each content source has something to let through, or the table says nothing`() throws {
        for source in [Hub.ContentSource.localOnly, .externalAllowed] {
            let gate = try Rules(source: source, domain: "media.example.org").gate()
            let url = try #require(URL(string: "http://media.example.org/x.jpg"))
            #expect(gate.resource(ResourceRequest(url)) == .embedded(.domain))
            #expect(Self.sources(of: PagePolicy(gate: gate))["img-src"]?.contains { Self.matches($0, url) } == true)
        }
    }

    private static func sources(of policy: PagePolicy) -> [String: [String]] {
        let directives = policy.contentSecurityPolicy.components(separatedBy: "; ").map {
            $0.components(separatedBy: " ")
        }
        return Dictionary(uniqueKeysWithValues: directives.map { ($0[0], Array($0.dropFirst())) })
    }

    /// A browser's comparison, for the forms of source that a policy here has (CSP 3, 6.7.2): a scheme, or a scheme
    /// and a host with any port; one of `http` holds for `https` as well.
    private static func matches(_ source: String, _ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), !source.hasPrefix("'") else { return false }
        let parts = source.components(separatedBy: ":")
        guard parts[0] == scheme || (parts[0] == "http" && scheme == "https") else { return false }
        guard parts.count == 3 else { return true }
        return parts[1] == "//\(url.host?.lowercased() ?? "")" && parts[2] == "*"
    }
}
