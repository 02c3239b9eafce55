import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// Accounts: one's own, and for administrators all of them.
@Suite struct AccountsRoomTests {
    private static let other = "another long password"

    @Test func `an owner of the team makes, changes and removes accounts, and the log has it all`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let accounts = portal.platform.accounts
            func post(_ path: String, _ fields: [String: String]) async throws -> String {
                try await browser.post("/portal/accounts\(path)", fields).location
            }
            let fields = [
                "name": "Eve", "password": TestPortal.password, "role-content": "viewer", "role-engage": "none",
                "role-placements": "none",
                "role-team": "viewer",
            ]
            #expect(try await post("", fields) == "/portal/accounts?done=added")
            #expect(try await browser.get("/portal/accounts?done=added").text.contains("The account is created."))
            #expect(
                try await post(
                    "/role",
                    [
                        "account": "Eve", "role-content": "editor", "role-engage": "none", "role-placements": "none",
                        "role-team": "none",
                    ])
                    == "/portal/accounts?done=role")
            #expect(try await accounts.accounts().map(\.roles) == [.administrator, [.content: .editor]])
            let session = try await accounts.openSession(
                name: "Eve", password: TestPortal.password, from: SignInOrigin(address: "a"))
            #expect(
                try await post("/password", ["account": "Eve", "password": Self.other])
                    == "/portal/accounts?done=password")
            #expect(try await accounts.session(token: session.token) == nil)
            let again = try await accounts.openSession(
                name: "Eve", password: Self.other, from: SignInOrigin(address: "a"))
            #expect(try await post("/sign-out", ["account": "Eve"]) == "/portal/accounts?done=out")
            #expect(try await accounts.session(token: again.token) == nil)
            #expect(try await post("/remove", ["account": "Eve"]) == "/portal/accounts?done=removed")
            #expect(try await accounts.accounts().map(\.name) == ["Ann"])
            let log = try await portal.platform.audit.entries(app: nil, before: nil, limit: 20)
            for action in ["create", "role", "password", "sign_out", "remove"] {
                #expect(log.contains { $0.action == "account.\(action)" && $0.subject == "Eve" && $0.who == "Ann" })
            }
        }
    }

    @Test func `what cannot be is refused with its reason and keeps the name`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let long = TestPortal.password
            let editor = [
                "role-content": "editor", "role-engage": "none", "role-placements": "none", "role-team": "none",
            ]
            func new(_ name: String, _ password: String) -> [String: String] {
                ["name": name, "password": password].merging(editor) { $1 }
            }
            let refused: [(String, [String: String], HTTPResponse.Status, String)] = [
                ("", new("Ann", long), .conflict, "of that name already"),
                ("", new("Eve", "short"), .badRequest, "10 to 1024 bytes"),
                (
                    "",
                    new("Eve", long).merging(["role-engage": "none", "role-placements": "none", "role-team": "king"]) {
                        $1
                    }, .badRequest,
                    "A role is"
                ),
                ("/role", editor.merging(["account": "Ann"]) { $1 }, .badRequest, "would leave none"),
                ("/remove", ["account": "Ann"], .badRequest, "would leave none"),
                ("/remove", ["account": "Bob"], .badRequest, "no account of that name"),
                ("/password", ["account": "Ann", "password": long], .forbidden, "with the present one"),
            ]
            for (path, fields, status, text) in refused {
                let page = try await browser.post("/portal/accounts\(path)", fields)
                #expect(page.status == status && page.text.contains(text), "\(path) \(fields)")
                if fields["name"] == "Eve" { #expect(page.values("name").contains("Eve")) }
                #expect(!page.text.contains(long), "a password does not come back")
            }
            #expect(try await portal.platform.accounts.accounts().map(\.name) == ["Ann"])
        }
    }

    @Test func `others see no account but their own, and change its password`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: .onlooker) { browser in
            #expect(try await browser.get("/portal/accounts").status == .forbidden)
            let page = try await browser.get("/portal/own")
            #expect(page.status == .ok && !page.text.contains("Ann"))
            let before = try #require(browser.cookies["marquee_session"])
            let wrong = try await browser.post("/portal/own/password", ["current": "x", "password": Self.other])
            #expect(wrong.status == .forbidden && wrong.text.contains("That is not your current password."))
            let fields = ["current": TestPortal.password, "password": Self.other]
            #expect(try await browser.post("/portal/own/password", fields).location == "/portal/own?done=password")
            #expect(try await portal.platform.accounts.session(token: before) == nil)
            #expect(try await browser.get("/portal/own?done=password").text.contains("Your password is changed."))
        }
    }

    @Test func `signing out everywhere ends every session of one's own`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: .onlooker) { browser in
            let elsewhere = try await portal.platform.accounts.openSession(
                name: "Eve", password: TestPortal.password, from: SignInOrigin(address: "b"))
            #expect(try await browser.post("/portal/own/sign-out-everywhere").location == "/portal/sign-in")
            #expect(try await browser.get("/portal/content").location == "/portal/sign-in")
            #expect(try await portal.platform.accounts.session(token: elsewhere.token) == nil)
        }
    }

    @Test func `signing in again leaves no earlier session of the browser behind`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let earlier = try #require(browser.cookies["marquee_session"])
            try await browser.signIn()
            #expect(try await portal.platform.accounts.session(token: earlier) == nil)
            #expect(try await browser.get("/portal/content").status == .ok)
        }
    }
}
