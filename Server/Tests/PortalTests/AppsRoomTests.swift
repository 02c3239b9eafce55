import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// Apps are made and chosen in the portal.
@Suite struct AppsRoomTests {
    // HUB-025, HUB-172
    @Test func `an app is made with its keys, chosen, and in the audit log`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            #expect(try await !browser.get("/portal/content").text.contains("id=\"app-choice\""))
            let made = try await browser.post("/portal/apps", ["id": "trails", "name": "Trails & huts"])
            #expect(made.status == .seeOther && made.location == "/portal/apps?made=1")
            let page = try await browser.get(made.location)
            #expect(page.text.contains("“Trails &amp; huts” is created") && page.text.contains("<code>trails</code>"))
            #expect(page.text.contains("<option value=\"trails\" selected>Trails &amp; huts</option>"))
            #expect(try await browser.get("/portal/content").text.contains("There is no article yet."))
            #expect(try await portal.platform.releases.latestRoot(app: "trails") != nil)
            let key = try await browser.get("/portal/files/pubkey.der")
            #expect(try await Data(key.text.utf8) != portal.publisher.keys.publicKey(app: TestPortal.app))
            let actions = try await portal.platform.audit.entries(app: "trails", before: nil, limit: 10)
            #expect(actions.map(\.action).contains("app.create") && actions.allSatisfy { $0.who == "Ann" })
            let back = try await browser.post("/portal/app", ["choice": TestPortal.app])
            #expect(back.location == "/portal/content")
        }
    }

    @Test func `the id stands in for a name that was left out`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let made = try await browser.post("/portal/apps", ["id": "trails", "name": " "])
            #expect(made.status == .seeOther)
            #expect(try await portal.platform.apps.app("trails")?.name == "trails")
        }
    }

    @Test(arguments: [
        ("demo", "There is an app with the id “demo” already."), ("", "“” cannot be an app’s id"),
        ("Trails", "“Trails” cannot be an app’s id"), ("../up", "“../up” cannot be an app’s id"),
        (".hidden", "“.hidden” cannot be an app’s id"), (String(repeating: "a", count: 65), "cannot be an app’s id"),
    ])
    func `an id that is taken or none is refused with the reason, and what was typed stays`(
        _ id: String, _ reason: String
    ) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.post("/portal/apps", ["id": id, "name": "My own name"])
            #expect(page.status == .badRequest)
            #expect(page.text.contains(reason) && page.text.contains("value=\"My own name\""))
            #expect(try await portal.platform.apps.apps().map(\.id) == [TestPortal.app])
        }
    }

    @Test func `a name that is no name is refused`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            for name in [String(repeating: "x", count: 81), "two\nlines"] {
                let page = try await browser.post("/portal/apps", ["id": "trails", "name": name])
                #expect(page.status == .badRequest && page.text.contains("at most 80 characters on one line"))
            }
            #expect(try await portal.platform.apps.app("trails") == nil)
        }
    }

    // HUB-260
    @Test func `an editor chooses apps and makes none`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: .contentEditor) { browser in
            let page = try await browser.get("/portal/apps")
            #expect(page.text.contains("An owner of the team wing makes apps."))
            #expect(try await browser.post("/portal/apps", ["id": "trails"]).status == .forbidden)
            #expect(try await portal.platform.apps.app("trails") == nil)
        }
    }

    @Test func `a server without an app leads to making one`() async throws {
        let portal = try await TestPortal(hasApp: false)
        try await portal.signedIn { browser in
            let content = try await browser.get("/portal/content")
            #expect(content.status == .notFound && content.text.contains("There is no app yet"))
            #expect(content.text.contains("href=\"/portal/apps\""))
            #expect(try await browser.get("/portal/apps").text.contains("There is no app yet."))
            #expect(try await browser.post("/portal/apps", ["id": "first"]).status == .seeOther)
            #expect(try await browser.get("/portal/content").status == .ok)
        }
    }
}
