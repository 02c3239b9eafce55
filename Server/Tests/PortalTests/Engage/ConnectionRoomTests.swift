import Foundation
import HTTPTypes
import PlatformStore
import Testing

@testable import Portal

/// Clients of the app, the switch for events and the limit of tokens, as an owner of the wing meets them.
@Suite struct ConnectionRoomTests {
    private static let address = "/portal/engage"

    /// What stands in a field that is shown once.
    private static func shown(_ page: Browser.Page, _ field: String) throws -> String {
        let text = try #require(page.text.components(separatedBy: "id=\"once-\(field)\"").dropFirst().first)
        let value = try #require(text.components(separatedBy: "value=\"").dropFirst().first)
        return String(value.prefix { $0 != "\"" })
    }

    private static func isIssued(_ answer: AccessTokenAnswer) -> Bool {
        if case .issued = answer { true } else { false }
    }

    @Test func `a client's secrets are shown once, and let an app in`() async throws {
        let fixture = try await EngageFixture()
        let portal = fixture.portal
        try await portal.signedIn { browser in
            let page = try await browser.post("\(Self.address)/clients", ["name": "Phone"])
            let id = try Self.shown(page, "clientID")
            let (secret, refresh) = (try Self.shown(page, "clientSecret"), try Self.shown(page, "refreshToken"))
            #expect(try Self.shown(page, "listID") == String(fixture.list.id))
            #expect(page.text.contains("&quot;clientSecret&quot;: &quot;\(secret)&quot;"))
            let answer = try await portal.platform.engageClients.issueToken(
                client: id, secret: secret, refreshToken: refresh)
            #expect(Self.isIssued(answer))
            let later = try await browser.get(Self.address)
            #expect(later.text.contains(id) && !later.text.contains(secret) && !later.text.contains(refresh))
            let file = try await browser.get("\(Self.address)/clients.csv")
            #expect(file.text.contains(id) && !file.text.contains(secret) && !file.text.contains(refresh))
        }
    }

    @Test func `tokens of a revoked client stop working at once`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let clients = portal.platform.engageClients
            let issued = try await clients.createClient(name: "Phone", app: TestPortal.app, by: "Ann")
            let answer = try await clients.issueToken(
                client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
            guard case .issued(let token, _) = answer else { throw StoreError(.refused, "no token") }
            #expect(try await clients.caller(accessToken: token) != nil)
            let confirm = try await browser.get("\(Self.address)/clients/\(issued.client.id)/revoke")
            #expect(confirm.text.contains("all access tokens that it has now"))
            let done = try await browser.post("\(Self.address)/clients/\(issued.client.id)/revoke")
            #expect(done.location == "\(Self.address)?done=revoked")
            #expect(try await clients.caller(accessToken: token) == nil)
            let again = try await browser.post("\(Self.address)/clients/\(issued.client.id)/revoke")
            #expect(again.status == .notFound)
        }
    }

    @Test func `a raised limit of tokens holds for the next request, and a lowered one takes no token back`()
        async throws
    {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let clients = portal.platform.engageClients
            let issued = try await clients.createClient(name: "Phone", app: TestPortal.app, by: "Ann")
            let ask = {
                try await clients.issueToken(
                    client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
            }
            _ = try await browser.post("\(Self.address)/account", ["tokens": "1"])
            guard case .issued(let token, _) = try await ask() else { throw StoreError(.refused, "no token") }
            guard case .limited(let wait) = try await ask() else { throw StoreError(.invalid, "no limit") }
            #expect(wait > .zero)
            let saved = try await browser.post("\(Self.address)/account", ["tokens": "3"])
            #expect(saved.location == "\(Self.address)?done=account")
            #expect(Self.isIssued(try await ask()))
            _ = try await browser.post("\(Self.address)/account", ["tokens": "1"])
            #expect(try await clients.caller(accessToken: token) != nil)
            #expect(!Self.isIssued(try await ask()))
        }
    }

    @Test(arguments: ["0", "1000001", "", "many", "-5"])
    func `a limit outside its range is refused, and nothing changes`(_ limit: String) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.post("\(Self.address)/account", ["tokens": limit, "provisioned": "on"])
            #expect(page.status == .badRequest && page.text.contains("1 to 1,000,000"))
            #expect(try await portal.platform.engageClients.account(app: TestPortal.app).isProvisioned == false)
        }
    }

    @Test func `the switch of Universal Behaviors is in the portal, and its change in the log`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let clients = portal.platform.engageClients
            _ = try await browser.post("\(Self.address)/account", ["tokens": "100", "provisioned": "on"])
            #expect(try await clients.account(app: TestPortal.app).isProvisioned)
            let entry = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 1).first
            #expect(entry?.action == "engage.account" && entry?.who == "Ann")
            _ = try await browser.post("\(Self.address)/account", ["tokens": "100"])
            #expect(try await clients.account(app: TestPortal.app).isProvisioned == false)
        }
    }

    @Test func `the steps of a new app tick themselves`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            func done() async throws -> Int {
                try await browser.get(Self.address).text.components(separatedBy: ">done</span>").count - 1
            }
            #expect(try await done() == 0)
            let fixture = try await EngageFixture(portal: portal)
            #expect(try await done() == 1)
            let issued = try await portal.platform.engageClients.createClient(
                name: "Phone", app: TestPortal.app, by: "Ann")
            #expect(try await done() == 2)
            _ = try await browser.post("\(Self.address)/account", ["tokens": "100", "provisioned": "on"])
            #expect(try await done() == 3)
            _ = try await portal.platform.engageClients.issueToken(
                client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
            #expect(try await done() == 4)
            try await fixture.add(["City": "Bonn"])
            let page = try await browser.get(Self.address)
            #expect(page.text.contains("The app is connected"))
        }
    }

    @Test func `people who may not make clients see no forms`() async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.engageClients.createClient(name: "Phone", app: TestPortal.app, by: "Ann")
        try await portal.signedIn(as: [.engage: .editor]) { browser in
            let page = try await browser.get(Self.address)
            #expect(page.status == .ok && !page.text.contains("New client") && !page.text.contains("Revoke…"))
            #expect(try await browser.post("\(Self.address)/clients", ["name": "Mine"]).status == .forbidden)
        }
    }
}
