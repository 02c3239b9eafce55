import MRAID
import Testing

/// Where an ad's page may navigate (ADS-077).
@Suite struct NavigationTests {
    typealias Request = NavigationPolicy.Request

    struct Row: Sendable, CustomTestStringConvertible {
        var request: Request
        var decision: Expected
        var testDescription: String { "\(request.trigger) \(request.target) \(request.url): \(decision)" }
    }

    enum Expected: Sendable, Equatable {
        case allow
        case app
        case system
        case refuse(LinkPolicy.Refusal)
    }

    static let policy = NavigationPolicy(features: [.tel])
    static let link = "https://ads.example/"

    static let rows: [Row] = [
        // The host loads the ad. It follows a limited number of redirects, and only to the web.
        Row(request: Request(url: link, trigger: .host), decision: .allow),
        Row(request: Request(url: "about:blank", trigger: .host), decision: .allow),
        Row(request: Request(url: link, trigger: .redirect, redirects: 5), decision: .allow),
        Row(request: Request(url: link, trigger: .redirect, redirects: 6), decision: .refuse(.tooManyRedirects)),
        Row(
            request: Request(url: "http://ads.example/", trigger: .redirect, redirects: 1),
            decision: .refuse(.plainHTTP)),
        Row(
            request: Request(url: "itms-apps://x/1", trigger: .redirect, redirects: 1),
            decision: .refuse(.blocked(scheme: "itms-apps"))),
        // A navigation of the ad opens outside the ad. The container adds the tap rule.
        Row(request: Request(url: link), decision: .app),
        Row(request: Request(url: link, target: .window), decision: .app),
        Row(request: Request(url: "itms-apps://x/1"), decision: .system),
        Row(request: Request(url: "tel:1"), decision: .system),
        Row(request: Request(url: "sms:1"), decision: .refuse(.unsupported(scheme: "sms"))),
        // Refused addresses.
        Row(
            request: Request(url: "javascript:alert(1)"),
            decision: .refuse(.blocked(scheme: "javascript"))),
        Row(request: Request(url: "data:text/html,x"), decision: .refuse(.blocked(scheme: "data"))),
        Row(request: Request(url: "file:///etc/passwd"), decision: .refuse(.blocked(scheme: "file"))),
        Row(request: Request(url: "about:blank"), decision: .refuse(.blocked(scheme: "about"))),
        Row(
            request: Request(url: "about:blank", target: .window),
            decision: .refuse(.blocked(scheme: "about"))),
        Row(request: Request(url: "x"), decision: .refuse(.malformed)),
        Row(
            request: Request(url: link + String(repeating: "x", count: 9_000)),
            decision: .refuse(.tooLong)),
        // Frames inside the ad may load web pages and content that the ad writes into them.
        Row(request: Request(url: link, target: .frame), decision: .allow),
        Row(request: Request(url: "about:blank", target: .frame), decision: .allow),
        Row(request: Request(url: "about:srcdoc", target: .frame), decision: .allow),
        Row(request: Request(url: "about:srcdoc"), decision: .refuse(.blocked(scheme: "about"))),
        Row(request: Request(url: "data:text/html,x", target: .frame), decision: .allow),
        Row(request: Request(url: "blob:null/1", target: .frame), decision: .allow),
        Row(request: Request(url: "file:///x", target: .frame), decision: .refuse(.blocked(scheme: "file"))),
        Row(
            request: Request(url: "tel:1", target: .frame),
            decision: .refuse(.unsupported(scheme: "tel"))),
        Row(request: Request(url: "http://ads.example/", target: .frame), decision: .refuse(.plainHTTP)),
        // Anchors in the ad's own page.
        Row(request: Request(url: "anything", staysInDocument: true), decision: .allow),
    ]

    @Test(arguments: rows)
    func `each navigation has this decision`(row: Row) {
        let decision: Expected =
            switch Self.policy.decide(row.request) {
            case .allow: .allow
            case .open(_, .app): .app
            case .open(_, .system): .system
            case .refuse(let refusal): .refuse(refusal)
            }
        #expect(decision == row.decision)
    }

    @Test(
        arguments: [
            ("https://a.example/x", "https", "a.example"), ("https://user@a.example:8443/x", "https", "a.example"),
            ("https://apps.apple.com@evil.example/", "https", "evil.example"),
            ("https://evil.example\\@apps.apple.com/", "https", "evil.example"),
            ("https://evil.example/\u{338}@apps.apple.com/", "https", "evil.example"),
            ("https://evil.example?@apps.apple.com/", "https", "evil.example"),
            ("https://A.Example", "https", "a.example"), ("https://[::1]:80/", "https", "[::1]"),
            ("tel:1", "tel", nil), ("market://details", "market", "details"),
        ] as [(String, String, String?)])
    func `a link's host is the host that a browser would open`(text: String, scheme: String, host: String?) throws {
        let link = try #require(LinkPolicy.Link(text))
        #expect(link.scheme == scheme)
        #expect(link.host == host)
        #expect(link.isStore == (scheme == "market"))
    }

    @Test(arguments: [
        "", ":", "://x", "1a:x", "a", "https:", "https://", "https://@", "https:///x", "https://:80", "https://a\u{0}b",
        "https://a\nb", "ht tp://x", "é:x", "https\u{301}://x",
    ])
    func `a text that is not an absolute URL is not a link`(text: String) {
        #expect(LinkPolicy.Link(text) == nil)
    }

    @Test(arguments: [
        LinkPolicy.Refusal.tooLong, .malformed, .plainHTTP, .blocked(scheme: "x"), .unsupported(scheme: "x"),
        .noGesture,
        .tooManyRedirects,
    ])
    func `every refusal is a sentence`(refusal: LinkPolicy.Refusal) {
        #expect(refusal.message.count > 10)
    }
}
