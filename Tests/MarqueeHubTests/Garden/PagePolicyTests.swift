import Foundation
import MarqueeHub
import Testing

// HUB-159, HUB-160, HUB-164
@Suite struct PagePolicyTests {
    private func directives(_ policy: PagePolicy) -> [String: Set<String>] {
        let pairs = policy.contentSecurityPolicy.components(separatedBy: "; ").map { $0.components(separatedBy: " ") }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], Set($0.dropFirst())) })
    }

    @Test func `local only allows no source outside the release`() {
        let policy = directives(PagePolicy(gate: RequestGate(contentSource: .localOnly)))
        let own: Set = ["'self'", "zbimdb:", "data:", "'none'"]
        #expect(policy.values.allSatisfy { $0.isSubset(of: own) })
        #expect(policy["default-src"] == ["'none'"])
        for name in ["connect-src", "frame-src", "script-src", "object-src", "form-action", "base-uri"] {
            #expect(policy[name] == ["'none'"], "\(name)")
        }
    }

    @Test func `external content is embedded only over TLS and runs no script`() {
        let policy = directives(PagePolicy(gate: RequestGate(contentSource: .externalAllowed)))
        for name in ["img-src", "media-src", "connect-src", "frame-src"] {
            #expect(policy[name]?.contains("https:") == true, "\(name)")
        }
        for name in ["script-src", "object-src", "form-action", "base-uri"] {
            #expect(policy[name] == ["'none'"], "\(name)")
        }
    }

    @Test func `in local only, a whitelisted domain is the only source outside the release`() {
        var gate = RequestGate(contentSource: .localOnly)
        gate.whitelist(domain: "media.example.org")
        let images = directives(PagePolicy(gate: gate))["img-src"]
        #expect(images == ["'self'", "zbimdb:", "data:", "http://media.example.org:*", "https://media.example.org:*"])
    }

    @Test func `only scripts with a given hash run, and a malformed hash is ignored`() {
        let policy = directives(
            PagePolicy(gate: RequestGate(), adapterScriptHashes: ["sha256-AbC+/=", "sha256-x' *", "'unsafe-inline'"]))
        #expect(policy["script-src"] == ["'sha256-AbC+/='"])
    }

    @Test func `hints and referrers are switched off`() {
        let headers = PagePolicy(gate: RequestGate()).headers
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["referrer-policy"] == "no-referrer")
        #expect(headers["x-dns-prefetch-control"] == "off")
        #expect(headers["permissions-policy"]?.contains("geolocation=()") == true)
    }
}
