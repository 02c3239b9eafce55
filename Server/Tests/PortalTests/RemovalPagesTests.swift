import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// Removing asks first: a page names what is lost and what stays, and only its form removes.
@Suite struct RemovalPagesTests {
    private static func check(
        _ browser: Browser, _ address: String, from list: String, losing loss: String, back: String? = nil
    ) async throws {
        let page = try await browser.get(address)
        #expect(page.status == .ok, "\(address)")
        #expect(page.text.contains(loss) && page.text.contains("This cannot be undone."), "\(address)")
        #expect(page.text.contains("<a class=\"button\" href=\"\(back ?? list)\">Cancel</a>"), "\(address)")
        #expect(try await browser.get(list).text.contains("href=\"\(address)\""), "the list leads to \(address)")
    }

    @Test func `a feed`() async throws {
        let portal = try await TestPortal()
        let feed = FeedSourceRecord(id: "f", app: TestPortal.app, hub: "news", location: "https://example.org/rss")
        _ = try await portal.platform.feeds.create(feed, by: "t")
        try await portal.signedIn { browser in
            try await Self.check(
                browser, "/portal/feeds/f/remove", from: "/portal/feeds", losing: "how its last runs ended",
                back: "/portal/feeds/f")
            #expect(try await browser.get("/portal/feeds/f").text.contains("href=\"/portal/feeds/f/remove\""))
        }
    }

    @Test func `a token, a secret and an account`() async throws {
        let portal = try await TestPortal()
        let credentials = portal.platform.credentials
        let token = try await credentials.createToken(
            name: "Importer", app: nil, scopes: [.publish], lifetime: nil, by: "t"
        ).token
        let secret = try await credentials.createSecret(app: TestPortal.app, by: "t").secret
        try await portal.signedIn { browser in
            _ = try await portal.platform.accounts.create(
                name: "Eve & co", password: TestPortal.password, roles: .contentEditor, by: "Ann")
            try await Self.check(
                browser, "/portal/tokens/\(token.id)/revoke", from: "/portal/tokens", losing: "its scopes: publish")
            try await Self.check(
                browser, "/portal/apps/demo/secrets/\(secret.id)/revoke", from: "/portal/apps/demo",
                losing: "signed requests of every installed app")
            try await Self.check(
                browser, "/portal/accounts/remove?account=Eve%20%26%20co", from: "/portal/accounts",
                losing: "every session that is open")
            for nothing in ["tokens/x/revoke", "apps/demo/secrets/x/revoke", "accounts/remove?account=x"] {
                let status = try await browser.get("/portal/\(nothing)").status
                #expect(status == .notFound)
            }
        }
    }

    @Test func `an invitation and a job`() async throws {
        let portal = try await TestPortal()
        let issued = try await portal.platform.invitations.create(
            roles: .contentEditor, note: "Eve & co", lifetime: .seconds(60), by: "Ann")
        let list = try await portal.platform.recipients.createList(
            "People", folder: "", columns: [ListColumn(name: "Email", type: .text)], app: TestPortal.app, by: "t")
        let file = try await portal.platform.jobs.storeFile(
            Data("a\r\n".utf8), name: "people.csv", app: TestPortal.app, by: "t")
        let job = try await portal.platform.jobs.create(
            .importList(list: list.id, file: file.name, columns: ["Email"], skipsFirst: false, action: .addOnly),
            app: TestPortal.app, by: "t")
        try await portal.signedIn { browser in
            try await Self.check(
                browser, "/portal/invitations/revoke?invitation=\(issued.invitation.id)", from: "/portal/invitations",
                losing: "an account with the roles")
            try await Self.check(
                browser, "/portal/engage/jobs/\(job.id)/remove", from: "/portal/engage/jobs/\(job.id)",
                losing: "the report:")
            for nothing in ["invitations/revoke?invitation=x", "invitations/revoke", "engage/jobs/99999/remove"] {
                let status = try await browser.get("/portal/\(nothing)").status
                #expect(status == .notFound, "\(nothing)")
            }
        }
    }

    @Test func `a hub with nothing but its library`() async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.content.create(
            HubRecord(app: TestPortal.app, id: "shop", title: "Shop"), by: "t")
        let object = try await portal.platform.objects.put(Data("picture".utf8))
        try await portal.platform.content.put(
            AssetRecord(app: TestPortal.app, hub: "shop", name: "boots.png", mediaType: "image/png", object: object),
            by: "t")
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/hubs/shop/delete")
            #expect(page.text.contains("1 file of its library: boots.png"))
            #expect(!page.text.contains("The hub is empty."))
            let version = try #require(page.values("version").first)
            #expect(try await browser.post("/portal/hubs/shop/delete", ["version": version]).status == .seeOther)
            #expect(try await portal.platform.content.hub("shop", app: TestPortal.app) == nil)
            #expect(try await portal.platform.media.files(app: TestPortal.app).isEmpty)
        }
    }

    @Test func `the button of a page removes, and somebody who may only look gets neither`() async throws {
        let portal = try await TestPortal()
        let feed = FeedSourceRecord(id: "f", app: TestPortal.app, hub: "news", location: "https://example.org/rss")
        _ = try await portal.platform.feeds.create(feed, by: "t")
        try await portal.signedIn(as: .onlooker) { browser in
            let page = try await browser.get("/portal/feeds/f/remove")
            let sent = try await browser.post("/portal/feeds/f/remove")
            #expect(page.status == .forbidden && sent.status == .forbidden)
            #expect(try await portal.platform.feeds.sources(app: TestPortal.app).count == 1)
        }
        try await portal.run { client in
            let browser = Browser(client)
            try await browser.signIn()
            _ = try await browser.get("/portal/feeds/f/remove")
            #expect(try await browser.post("/portal/feeds/f/remove").status == .seeOther)
            #expect(try await portal.platform.feeds.sources(app: TestPortal.app).isEmpty)
        }
    }

    @Test func `a link map and a saved question`() async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.linkMaps.save("{}", app: TestPortal.app, by: "t")
        let question = try await portal.platform.savedQuestions.save(
            "event.1=x", as: "Buyers", kind: .segment, app: TestPortal.app, by: "Bob")
        try await portal.signedIn { browser in
            try await Self.check(
                browser, "/portal/engage/links/remove", from: "/portal/engage/links", losing: "the uploaded file")
            try await Self.check(
                browser, "/portal/engage/questions/\(question.id)/remove", from: "/portal/engage/segments",
                losing: "which Bob saved")
        }
    }
}
