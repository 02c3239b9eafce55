import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Portal

/// Invitations, one's own account, API tokens and app secrets. PLC-005
@Suite struct TeamPagesTests {
    private static let other = "another long password"

    /// The value of the field that shows a secret once.
    private func shown(_ page: Browser.Page) throws -> String {
        String(try #require(page.text.firstMatch(of: /id="shown-once"[^>]* value="([^"]+)"/)).1)
    }

    @Test func `an invitation is made, accepted once, and leads into the portal`() async throws {
        let portal = try await TestPortal()
        let link = Mutex("")
        try await portal.signedIn { browser in
            let fields = [
                "role-content": "editor", "role-engage": "none", "role-placements": "none", "role-team": "none",
                "note": "Eve", "days": "7",
            ]
            let page = try await browser.post("/portal/invitations", fields)
            #expect(page.status == .ok)
            let address = try shown(page)
            link.withLock { $0 = address }
            let list = try await browser.get("/portal/invitations").text
            #expect(list.contains("Content: editor") && !list.contains(address), "the link is shown once")
            #expect(list.contains("data-name=\"Account\"></td>"), "nobody has used it yet")
        }
        let path = try #require(URL(string: link.withLock { $0 })).path
        try await portal.run { client in
            let browser = Browser(client, peer: "198.51.100.7")
            let page = try await browser.get(path)
            #expect(page.status == .ok && page.text.contains("Content: editor"))
            let token = try #require(page.values("token").first)
            let short = try await browser.post(
                "/portal/invitation", ["token": token, "name": "Eve", "password": "short"])
            #expect(short.status == .badRequest && short.values("name") == ["Eve"])
            let taken = try await browser.post(
                "/portal/invitation", ["token": token, "name": "Ann", "password": Self.other])
            #expect(taken.status == .conflict)
            let fields = ["token": token, "name": "Eve", "password": Self.other]
            #expect(try await browser.post("/portal/invitation", fields).location == "/portal/")
            #expect(try await browser.get("/portal/own").text.contains("Content: editor"))
            #expect(try await browser.get("/portal/apps").status == .forbidden, "the team wing is closed to her")
            #expect(try await browser.get(path).status == .gone)
            #expect(try await browser.post("/portal/invitation", fields).status == .gone)
        }
        #expect(try await portal.platform.accounts.accounts().map(\.roles) == [.administrator, [.content: .editor]])
    }

    @Test(arguments: ["accounts/second-factor-off", "accounts/password", "accounts/remove", "accounts/sign-out"])
    func `a zero byte behind one's own name reaches no account`(_ path: String) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.post("/portal/\(path)", ["account": "Ann\0", "password": Self.other])
            #expect(page.status == .notFound || page.status == .badRequest)
            #expect(try await browser.get("/portal/own").status == .ok, "still signed in")
            try await browser.signIn()
        }
    }

    @Test func `a link that does not work says why`() async throws {
        let portal = try await TestPortal()
        let invitations = portal.platform.invitations
        func made() async throws -> IssuedInvitation {
            try await invitations.create(roles: .onlooker, note: "", lifetime: .seconds(3600), by: "Ann")
        }
        let (expired, revoked) = (try await made(), try await made())
        try await invitations.revoke(revoked.invitation.id, by: "Ann")
        portal.clock.advance(by: .seconds(3600))
        try await portal.run { client in
            let browser = Browser(client)
            for (token, status, text) in [
                (expired.token, HTTPResponse.Status.gone, "has expired"), (revoked.token, .gone, "was revoked"),
                (String(expired.token.dropLast()), .notFound, "no such invitation"),
            ] {
                let page = try await browser.get("/portal/invitation/\(token)")
                #expect(page.status == status && page.text.contains(text))
            }
        }
    }

    @Test func `an invitation is revoked, and an impossible one is refused`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            for fields in [
                [
                    "role-content": "none", "role-engage": "none", "role-placements": "none", "role-team": "none",
                    "days": "7",
                ],
                [
                    "role-content": "king", "role-engage": "none", "role-placements": "none", "role-team": "none",
                    "days": "7",
                ],
                [
                    "role-content": "editor", "role-engage": "none", "role-placements": "none", "role-team": "none",
                    "days": "91",
                ],
            ] {
                #expect(try await browser.post("/portal/invitations", fields).status == .badRequest)
            }
            let issued = try await portal.platform.invitations.create(
                roles: .onlooker, note: "", lifetime: .seconds(60), by: "Ann")
            let list = try await browser.get("/portal/invitations").text
            #expect(list.contains("<th scope=\"row\">\(issued.invitation.id)</th>"), "one without a note has its id")
            let fields = ["invitation": issued.invitation.id]
            let done = try await browser.post("/portal/invitations/revoke", fields)
            #expect(done.location == "/portal/invitations?done=revoked")
            #expect(try await browser.post("/portal/invitations/revoke", fields).status == .notFound)
        }
    }

    @Test func `a second factor is set up, asked for, and switched off with the password`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let wrong = try await browser.post("/portal/own/second-factor", ["current": "x"])
            #expect(wrong.status == .forbidden && wrong.text.contains("That is not your current password."))
            let page = try await browser.post("/portal/own/second-factor", ["current": TestPortal.password])
            #expect(page.status == .ok && page.text.contains("<svg class=\"qr\""))
            let shown = try #require(page.text.firstMatch(of: /class="secret">([A-Z2-7 ]+)</)).1
            let secret = String(shown.replacing(" ", with: ""))
            #expect(page.text.contains("otpauth://totp/Marquee:Ann?secret=\(secret)&amp;issuer=Marquee"))
            let refused = try await browser.post("/portal/own/second-factor/confirm", ["code": "12345"])
            #expect(refused.status == .forbidden)
            #expect(refused.text.contains(secret.prefix(4)), "the secret is there to try again")
            let codes = try await browser.post(
                "/portal/own/second-factor/confirm", ["code": TestCode.current(secret, at: portal.clock.now)])
            let recovery = codes.text.matches(of: /<li><code>([a-z2-7-]+)<\/code>/).map { String($0.1) }
            #expect(codes.status == .ok && recovery.count == 10)
            let own = try await browser.get("/portal/own").text
            #expect(own.contains("10 recovery codes left") && !own.contains(secret))
            try await signInWithCodes(portal, browser, secret, recovery[0])
            let off = try await browser.post("/portal/own/second-factor/off", ["current": TestPortal.password])
            #expect(off.location == "/portal/own?done=factor-off")
            try await browser.signIn()
        }
    }

    private func signInWithCodes(_ portal: TestPortal, _ browser: Browser, _ secret: String, _ recovery: String)
        async throws
    {
        portal.clock.advance(by: .seconds(60))
        let fields = ["name": "Ann", "password": TestPortal.password]
        let asked = try await browser.post("/portal/sign-in", fields)
        #expect(asked.status == .ok && asked.headers[.setCookie] == nil, "nobody is signed in by the password alone")
        let step = try #require(asked.values("step").first)
        let wrong = try await browser.post("/portal/sign-in/code", ["step": step, "code": "000000"])
        #expect(wrong.status == .forbidden && wrong.values("step") == [step])
        let code = TestCode.current(secret, at: portal.clock.now)
        let done = try await browser.post("/portal/sign-in/code", ["step": step, "code": code])
        #expect(done.location == "/portal/" && done.headers[.setCookie] != nil)
        let again = try await browser.post("/portal/sign-in/code", ["step": step, "code": code])
        #expect(again.status == .forbidden && again.text.contains("enter the name and the password again"))
        let second = try #require(try await browser.post("/portal/sign-in", fields).values("step").first)
        let used = try await browser.post("/portal/sign-in/code", ["step": second, "code": recovery])
        #expect(used.location == "/portal/")
        _ = try await browser.get("/portal/own")
    }

    @Test func `codes are slowed down like passwords`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            try await portal.enrol("Ann")
            var statuses: [HTTPResponse.Status] = []
            for _ in 0..<6 {
                let page = try await browser.post("/portal/sign-in", ["name": "Ann", "password": TestPortal.password])
                guard let step = page.values("step").first else {
                    statuses.append(page.status)
                    continue
                }
                statuses.append(
                    try await browser.post("/portal/sign-in/code", ["step": step, "code": "000000"]).status)
            }
            #expect(statuses == Array(repeating: .forbidden, count: 5) + [.tooManyRequests])
        }
    }

    @Test func `an owner switches somebody's second factor off, and nobody's own that way`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await portal.platform.accounts.create(
                name: "Eve", password: Self.other, roles: .onlooker, by: "Ann")
            for name in ["Ann", "Eve"] { try await portal.enrol(name) }
            let done = try await browser.post("/portal/accounts/second-factor-off", ["account": "Eve"])
            #expect(done.location == "/portal/accounts?done=factor")
            #expect(
                try await browser.post("/portal/accounts/second-factor-off", ["account": "Ann"]).status == .forbidden)
            #expect(try await portal.platform.accounts.accounts().map(\.hasSecondFactor) == [true, false])
        }
    }

    @Test func `everybody ends their own sessions, and an owner also those of others`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: .onlooker) { browser in
            let accounts = portal.platform.accounts
            let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
            let elsewhere = try await accounts.openSession(
                name: "Eve", password: TestPortal.password,
                from: SignInOrigin(address: "203.0.113.9", userAgent: firefox))
            let ann = try await accounts.openSession(
                name: "Ann", password: TestPortal.password, from: SignInOrigin(address: "b"))
            let page = try await browser.get("/portal/own").text
            #expect(page.contains("Firefox on Linux") && page.contains("203.0.113.9") && page.contains("this one"))
            #expect(!page.contains(elsewhere.token))
            #expect(try await browser.post("/portal/own/session/end", ["session": ann.id]).status == .notFound)
            #expect(try await browser.get("/portal/accounts/sessions?account=Ann").status == .forbidden)
            let done = try await browser.post("/portal/own/session/end", ["session": elsewhere.id])
            #expect(done.location == "/portal/own?done=session")
            #expect(try await accounts.session(token: elsewhere.token) == nil)
            #expect(try await accounts.session(token: ann.token) != nil)
        }
        let eve = try #require(try await portal.platform.accounts.sessions(of: "Eve").first)
        try await portal.run { client in
            let browser = Browser(client)
            try await browser.signIn()
            #expect(try await browser.get("/portal/accounts/sessions?account=Eve").text.contains(eve.id))
            let done = try await browser.post("/portal/accounts/sessions/end", ["account": "Eve", "session": eve.id])
            #expect(done.location == "/portal/accounts/sessions?done=1&account=Eve")
            #expect(
                try await browser.get("/portal/accounts/sessions?account=Eve").text.contains("not signed in anywhere"))
            #expect(try await browser.get("/portal/accounts/sessions?account=Bob").status == .notFound)
        }
    }

    @Test func `a token is made, shown once, and revoked`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let fields = [
                "name": "Importer", "token-app": "demo", "days": "30", "scope.content:read": "on",
                "scope.publish": "on",
            ]
            let page = try await browser.post("/portal/tokens", fields)
            let text = try shown(page)
            let now = portal.clock.now
            let token = try #require(try await portal.platform.credentials.authenticate(token: text, now: now))
            #expect(token.scopes == [.contentRead, .publish] && token.app == "demo" && token.madeBy == "Ann")
            #expect(token.expires == now + .seconds(30 * 86_400))
            let list = try await browser.get("/portal/tokens").text
            #expect(list.contains("Importer") && list.contains(token.id) && !list.contains(text))
            let done = try await browser.post("/portal/tokens/revoke", ["token": token.id])
            #expect(done.location == "/portal/tokens?done=revoked")
            #expect(try await portal.platform.credentials.authenticate(token: text, now: now) == nil)
            let endless = try await browser.post("/portal/tokens", ["name": "n", "days": "", "scope.publish": "on"])
            #expect(try shown(endless).hasPrefix("mq_"))
            let newest = try await portal.platform.credentials.tokens()
            #expect(newest.contains { $0.app == nil && $0.expires == nil })
        }
    }

    @Test(arguments: [
        ["name": "", "days": "1", "scope.publish": "on"], ["name": "Kept", "days": "1"],
        ["name": "Kept", "days": "0", "scope.publish": "on"],
        ["name": "Kept", "days": "1", "token-app": "x", "scope.publish": "on"],
    ])
    func `an impossible token is refused and the form keeps what was typed`(_ fields: [String: String]) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.post("/portal/tokens", fields)
            #expect(page.status == .badRequest && page.values("name").contains(fields["name"] ?? ""))
            #expect(page.text.contains("name=\"scope.publish\" checked") == (fields["scope.publish"] != nil))
            #expect(try await portal.platform.credentials.tokens().isEmpty)
        }
    }

    @Test func `an app's secrets are made, rotated and revoked on its page`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            func valid() async throws -> [String] {
                try await portal.platform.credentials.signingSecrets(app: "demo", now: portal.clock.now).map(\.text)
            }
            #expect(try await browser.get("/portal/apps").text.contains("href=\"/portal/apps/demo\""))
            let first = try shown(try await browser.post("/portal/apps/secrets", ["app": "demo"]))
            portal.clock.advance(by: .seconds(1))
            let second = try shown(
                try await browser.post("/portal/apps/secrets/rotate", ["app": "demo", "grace": "7"]))
            #expect(try await valid() == [second, first])
            let page = try await browser.get("/portal/apps/demo").text
            #expect(!page.contains(first) && !page.contains(second) && page.contains("current"))
            let oldest = try #require(try await portal.platform.credentials.secrets(app: "demo").last)
            let done = try await browser.post("/portal/apps/secrets/revoke", ["app": "demo", "secret": oldest.id])
            #expect(done.location == "/portal/apps/demo?done=revoked")
            #expect(try await valid() == [second])
            #expect(
                try await browser.post("/portal/apps/secrets/rotate", ["app": "demo", "grace": "91"]).status
                    == .badRequest)
            #expect(try await browser.get("/portal/apps/nowhere").status == .notFound)
        }
    }

    @Test(arguments: [
        (["role-content": "editor", "role-engage": "none", "role-placements": "none", "role-team": "editor"], nil),
        (["role-content": "viewer", "role-engage": "none", "role-placements": "none", "role-team": "none"], nil),
        (
            ["role-content": "owner", "role-engage": "none", "role-placements": "none", "role-team": "none"],
            "make somebody owner of content"
        ),
        (
            ["role-content": "none", "role-engage": "none", "role-placements": "none", "role-team": "owner"],
            "make somebody owner of team"
        ),
    ])
    func `an editor of the team invites to the editor's own roles, and makes no owner`(
        _ roles: [String: String], _ refusal: String?
    ) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: [.content: .owner, .team: .editor]) { browser in
            let list = try await browser.get("/portal/invitations").text
            #expect(!list.contains("value=\"owner\"") && !list.contains("href=\"/portal/accounts\""))
            let page = try await browser.post("/portal/invitations", roles.merging(["days": "7"]) { $1 })
            #expect(page.status == (refusal == nil ? .ok : .forbidden))
            #expect(page.text.contains(refusal ?? "shown-once"))
        }
        let count = try await portal.platform.invitations.invitations().count
        #expect(count == (refusal == nil ? 1 : 0))
    }

    @Test(arguments: [([Wing.team: Role.editor], "editor"), ([.content: .viewer, .team: .editor], "editor")])
    func `an editor of the team invites to no wing above the own role there`(
        _ own: WingRoles, _ role: String
    ) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: own) { browser in
            let fields = [
                "role-content": role, "role-engage": "none", "role-placements": "none", "role-team": "none",
                "days": "7",
            ]
            let page = try await browser.post("/portal/invitations", fields)
            #expect(page.status == .forbidden)
        }
        #expect(try await portal.platform.invitations.invitations().isEmpty)
    }

    @Test func `an editor of the team revokes the own invitations only`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: [.content: .editor, .team: .editor]) { browser in
            for (maker, status) in [("Ann", HTTPResponse.Status.forbidden), ("Eve", .seeOther)] {
                let issued = try await portal.platform.invitations.create(
                    roles: .onlooker, note: "", lifetime: .seconds(60), by: maker)
                let list = try await browser.get("/portal/invitations").text
                let question = "/portal/invitations/revoke?invitation=\(issued.invitation.id)"
                #expect(list.contains("href=\"\(question)\"") == (maker == "Eve"))
                #expect(try await browser.get(question).status == (maker == "Eve" ? .ok : .forbidden))
                let done = try await browser.post(
                    "/portal/invitations/revoke", ["invitation": issued.invitation.id])
                #expect(done.status == status)
            }
        }
        #expect(try await portal.platform.invitations.invitations().map(\.state).contains(.open))
        #expect(try await portal.platform.invitations.invitations().map(\.state).contains(.revoked))
    }

    @Test func `only owners of the team see accounts and credentials`() async throws {
        let portal = try await TestPortal()
        let pages = ["/portal/accounts", "/portal/tokens", "/portal/apps/demo"]
        try await portal.signedIn(as: [.content: .owner, .team: .editor]) { browser in
            for page in pages { #expect(try await browser.get(page).status == .forbidden, "\(page)") }
            let own = try await browser.get("/portal/own")
            #expect(own.status == .ok)
            #expect(try await !browser.get("/portal/apps").text.contains("/portal/tokens"), "nor in the menu")
        }
    }

    @Test(arguments: [
        ("", "unknown"), ("curl/8.5", "curl"), ("something of its own", "something of its own"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge on Windows"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604",
            "Safari on iPhone"
        ),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
    ])
    func `a browser is called what people call it`(_ userAgent: String, _ name: String) {
        #expect(BrowserName.text(userAgent) == name)
    }
}
