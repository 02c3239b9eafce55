import Foundation
import HTTPTypes
import NIOCore
import PlatformStore
import Synchronization
import Testing

@testable import Web
@testable import Portal

/// Getting in and out.
@Suite struct DoorTests {
    private let form = ["name": "Ann", "password": TestPortal.password]

    @Test func `the first account needs the token and is made once`() async throws {
        let portal = try await TestPortal()
        let form = form
        try await portal.run { client in
            let browser = Browser(client)
            #expect(try await browser.get("/portal/content").location == "/portal/set-up")
            #expect(try await browser.get("/portal/sign-in").location == "/portal/set-up")
            #expect(try await browser.get("/portal/set-up?token=abc").values("token") == ["abc"])
            let refused = try await browser.submit("/portal/set-up", form.merging(["token": "wrong"]) { $1 })
            #expect(refused.status == .forbidden && refused.text.contains("not the token"))
            let short = try await browser.submit(
                "/portal/set-up", ["name": "Ann", "password": "short", "token": TestPortal.token])
            #expect(short.status == .badRequest && short.text.contains("10 to 1024"))
            #expect(try await portal.platform.accounts.isEmpty())
            let made = try await browser.submit("/portal/set-up", form.merging(["token": TestPortal.token]) { $1 })
            #expect(made.status == .seeOther && browser.cookies["marquee_session"] != nil)
            #expect(try await browser.get("/portal/content").status == .ok)
            let second = ["name": "Eve", "password": TestPortal.password, "token": TestPortal.token]
            let again = try await Browser(client).submit("/portal/set-up", second)
            #expect(again.status == .badRequest)
            #expect(try await Browser(client).get("/portal/set-up").location == "/portal/sign-in")
            #expect(try await portal.platform.accounts.accounts().map(\.name) == ["Ann"])
        }
    }

    @Test func `a wrong password and a wrong name look alike`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let stranger = Browser(browser.client, peer: "203.0.113.7")
            let password = try await stranger.submit("/portal/sign-in", ["name": "Ann", "password": "wrong"])
            let name = try await stranger.submit("/portal/sign-in", ["name": "Eve", "password": TestPortal.password])
            #expect(password.status == .forbidden && name.status == .forbidden)
            #expect(password.text.contains("The name or the password is wrong."))
            #expect(password.text.replacing("Ann", with: "Eve") == name.text)
            #expect(!password.text.contains("wrong\""), "a password does not come back")
        }
        let lines = portal.log.lines.withLock { $0 }
        let refusals = lines.filter { $0.contains("sign-in refused") && $0.contains("203.0.113.7") }
        #expect(lines.count == 2 && refusals == lines, "\(lines)")
        #expect(!lines.contains { $0.contains("Eve") || $0.contains("wrong") }, "people type passwords as names")
        let entries = try await portal.platform.audit.entries(app: nil, before: nil, limit: 10)
        let refused = entries.filter { $0.action == "account.password_refused" }
        #expect(Set(refused.map(\.subject)) == ["Ann", "an unknown name"])
        #expect(refused.allSatisfy { $0.detail == "from 203.0.113.7" }, "\(refused)")
    }

    @Test(arguments: [false, true])
    func `cookies are for this site and not for scripts`(servesTLS: Bool) async throws {
        let portal = try await TestPortal(servesTLS: servesTLS)
        _ = try await portal.platform.accounts.createFirst(name: "Ann", password: TestPortal.password)
        let form = form
        try await portal.run { client in
            let browser = Browser(client)
            let cookies = try await browser.submit("/portal/sign-in", form).headers[values: .setCookie]
            try #require(cookies.count == 2)
            for cookie in cookies {
                #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite="))
                #expect(cookie.contains("; Secure") == servesTLS)
            }
            #expect(cookies[0].hasPrefix(servesTLS ? "__Host-marquee_session=" : "marquee_session="))
            #expect(cookies[0].contains("; Path=/;") && cookies[0].contains("Max-Age=604800"))
            #expect(cookies[1].hasPrefix(servesTLS ? "__Secure-marquee_browser=" : "marquee_browser="))
            #expect(cookies[1].contains("; Path=/portal;") && cookies[1].contains("SameSite=Strict"))
            let again = try await browser.submit("/portal/sign-in", form).headers[values: .setCookie]
            #expect(again.count == 1, "a browser is made known once")
        }
    }

    // HUB-005
    @Test func `whoever writes stays signed in, and whoever goes away does not`() async throws {
        let portal = try await TestPortal()
        let fields = ["title": "Long", "body": "Text", "hub": "news", "channel": "cars"]
        try await portal.signedIn { browser in
            for _ in 0..<4 {
                portal.clock.advance(by: .seconds(7 * 3600))
                #expect(try await browser.post("/portal/preview/news/a/new", fields).status == .ok)
            }
            let saved = try await browser.post("/portal/articles/new", fields)
            #expect(saved.location.hasSuffix("?saved=1"))
            portal.clock.advance(by: .seconds(12 * 3600))
            #expect(try await browser.get("/portal/content").location == "/portal/sign-in")
        }
    }

    @Test func `signing out ends the session on the server`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let token = try #require(browser.cookies["marquee_session"])
            #expect(try await browser.post("/portal/sign-out").location == "/portal/sign-in")
            #expect(browser.cookies["marquee_session"] == nil)
            #expect(try await portal.platform.accounts.session(token: token) == nil)
            #expect(try await browser.get("/portal/content").location == "/portal/sign-in")
        }
    }

    @Test func `a stranger is slowed down and the owner is not`() async throws {
        let portal = try await TestPortal()
        let form = form
        try await portal.signedIn { owner in
            try await portal.run { client in
                let stranger = Browser(client, peer: "198.51.100.7")
                for _ in 0..<5 {
                    let page = try await stranger.submit("/portal/sign-in", ["name": "Ann", "password": "wrong"])
                    #expect(page.status == .forbidden)
                }
                let slowed = try await stranger.submit("/portal/sign-in", form)
                #expect(slowed.status == .tooManyRequests && slowed.text.contains("Too many failed sign-ins"))
                #expect(slowed.headers[.retryAfter] == "2")
                #expect(
                    try await Browser(client, peer: "203.0.113.9").submit("/portal/sign-in", form).status == .seeOther)
                // The same house as the stranger's: the browser is known.
                #expect(try await owner.submit("/portal/sign-in", form).status == .seeOther)
                portal.clock.advance(by: .seconds(3))
                #expect(try await stranger.submit("/portal/sign-in", form).status == .seeOther)
            }
        }
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ])
    func `an address counts as its household`(address: String, origin: String) throws {
        #expect(try PeerAddress.origin(SocketAddress(ipAddress: address, port: 1)) == origin)
    }

    @Test(arguments: [
        (0, ["203.0.113.9"], nil), (1, ["203.0.113.9"], "203.0.113.9"), (1, ["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
        (2, ["6.6.6.6,203.0.113.9", "10.0.0.1"], "203.0.113.9"), (2, ["203.0.113.9"], nil), (1, [], nil),
        (1, ["203.0.113.9:4711"], "203.0.113.9"), (1, ["[2001:db8:1:2::9]:4711"], "2001:db8:1:2::/64"),
        (1, ["2001:db8:1:2::9"], "2001:db8:1:2::/64"), (1, ["unknown"], nil), (1, ["203.0.113.9, "], nil),
    ])
    func `a proxy is looked past as often as it was told, and no further`(
        proxies: Int, forwarded: [String], origin: String?
    ) {
        #expect(PeerAddress.client(forwarded, proxies: proxies).map(PeerAddress.origin) == origin)
    }
}
