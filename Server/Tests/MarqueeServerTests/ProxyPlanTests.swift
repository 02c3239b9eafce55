import Foundation
import Testing

@testable import MarqueeServer

/// What a reverse proxy is set to, by the server's settings.
@Suite struct ProxyPlanTests {
    private static func plan(_ flags: [ServerOption: String]) throws -> ProxyPlan {
        let standard: [ServerOption: String] = [.publicURL: "https://content.example.org", .proxies: "1"]
        return try ProxyPlan(ServerConfiguration(flags: standard.merging(flags) { $1 }))
    }

    @Test(arguments: ProxyProgram.allCases)
    func `settings that the proxy has to keep stand in its file`(_ program: ProxyProgram) throws {
        let text = program.settings(
            for: try Self.plan([
                .port: "9000", .publicURL: "https://content.example.org:8443", .eventBodyLimit: "16MiB",
                .formBodyLimit: "33MiB", .importFileLimit: "1MiB", .headTimeout: "7s", .requestTimeout: "90s",
            ]))
        for part in ["127.0.0.1:9000", "content.example.org", "8443", "\(65 << 20)", "7s", "90s", "45s", "420s"] {
            #expect(text.contains(part), "\(part) is missing in \(text)")
        }
    }

    @Test func `the largest body is the largest that any route reads`() throws {
        #expect(try Self.plan([:]).bodyLimit == 65 << 20)
        let small = ServerOption.importFileLimit
        #expect(try Self.plan([small: "1MiB"]).bodyLimit == 65 << 20, "a video is as large")
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:8080"), ("0.0.0.0", "127.0.0.1:8080"), ("::", "[::1]:8080"),
        ("10.1.2.3", "10.1.2.3:8080"),
        ("fd12::1", "[fd12::1]:8080"),
    ])
    func `the proxy reaches a server where it listens`(_ host: String, _ upstream: String) throws {
        #expect(try Self.plan([.host: host]).main.upstream == upstream)
    }

    @Test(arguments: [
        ("https://a.example.org", "https://a.example.org"), ("https://a.example.org:443/", "https://a.example.org"),
        ("http://a.example.org:8000", "http://a.example.org:8000"), ("https://[::1]", "https://[::1]"),
    ])
    func `the proxy answers for the public origin`(_ url: String, _ origin: String) throws {
        #expect(try Self.plan([.publicURL: url]).main.origin == origin)
    }

    @Test func `a proxy on another machine reaches the server by the name that is given`() throws {
        let flags: [ServerOption: String] = [.publicURL: "https://a.example.org", .proxies: "1", .host: "0.0.0.0"]
        let plan = try ProxyPlan(ServerConfiguration(flags: flags), upstream: "marquee")
        #expect(plan.main.upstream == "marquee:8080" && plan.notices.isEmpty)
    }

    @Test func `the lab's pages have a site of their own`() throws {
        let flags: [ServerOption: String] = [
            .lab: "signed-in", .contentURL: "https://pages.example.org", .contentPort: "9001",
        ]
        let plan = try Self.plan(flags)
        #expect(plan.content?.upstream == "127.0.0.1:9001" && plan.content?.host == "pages.example.org")
        #expect(plan.notices.isEmpty)
        for program in ProxyProgram.allCases {
            #expect(program.settings(for: plan).contains("pages.example.org"))
        }
        #expect(try Self.plan(flags.merging([.lab: "off"]) { $1 }).content == nil)
    }

    @Test(
        arguments: [
            ([.publicURL: ""], "public-url is missing"),
            ([.publicURL: "https://example.org/marquee"], "is not an origin"), ([.port: "0"], "port is 0"),
            ([.tlsCertificate: "/c.pem", .tlsKey: "/k.pem"], "tls-certificate is set"),
            ([.lab: "open", .contentURL: "https://p.example.org", .contentPort: "0"], "content-port is 0"),
        ] as [([ServerOption: String], String)])
    func `settings that leave the proxy no choice are refused`(
        _ flags: [ServerOption: String], _ reason: String
    ) throws {
        let error = try #require(throws: ServerConfigurationError.self) { try Self.plan(flags) }
        #expect(error.message.contains(reason))
    }

    @Test(
        arguments: [
            ([.proxies: "0"], "proxies is 0"), ([.host: "0.0.0.0"], "host is 0.0.0.0"),
            ([.lab: "signed-in"], "content-url is missing"), ([.proxies: "2"], "proxies is 2"),
        ] as [([ServerOption: String], String)])
    func `settings that the server lacks are reported`(_ flags: [ServerOption: String], _ start: String) throws {
        let notices = try Self.plan(flags).notices
        #expect(notices.count == 1 && notices.first?.hasPrefix(start) == true)
        #expect(try Self.plan([:]).notices.isEmpty)
    }

    @Test func `connections of one address are counted by nginx, because the server cannot`() throws {
        #expect(ProxyProgram.nginx.settings(for: try Self.plan([:])).contains("limit_conn marquee 256;"))
        for flags: [ServerOption: String] in [[.connectionsPerAddress: "0"], [.proxies: "2"]] {
            #expect(!ProxyProgram.nginx.settings(for: try Self.plan(flags)).contains("limit_conn"))
        }
    }

    @Test func `only a proxy behind other proxies trusts what they wrote`() throws {
        #expect(!ProxyProgram.caddy.settings(for: try Self.plan([:])).contains("trusted_proxies"))
        #expect(ProxyProgram.caddy.settings(for: try Self.plan([.proxies: "2"])).contains("trusted_proxies"))
    }
}
