import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// Links are made of the routes of an uploaded file, as texts and as QR codes.
@Suite struct LinksRoomTests {
    private static let map = """
        {"logging": "true", "defaultRoute": {"handlers": ["postSilverpop"]}, "routes": {
          "test/:testId": {"handlers": ["postSilverpop"], "routeParameters": {
            "testId": {"required": "true", "regex": "[0-9]"}, "CurrentCampaign": {"required": "false"}}},
          "campaign/:CurrentCampaign": {"handlers": ["postSilverpop"], "routeParameters": {
            "CurrentCampaign": {"required": "true"}, "CampaignEndTimeStamp": {"required": "false"}}},
          "/shop/sale": {"handlers": []}}}
        """

    private static func route(_ pattern: String, _ rest: String = "") -> String {
        "/portal/engage/links?route=\(PercentEncoding.encoded(pattern))\(rest)"
    }

    @Test func `a file goes to the app its page was about, and so does the next page`() async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.apps.create("second", name: "Second", by: "t")
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/engage/links")
            _ = try await browser.post("/portal/app", ["choice": "second"])
            let stored = try await browser.upload("/portal/engage/links", file: "a.json", Self.map, ["app": "demo"])
            #expect(stored.location == "/portal/engage/links?done=map&app=demo", "\(stored.text)")
            #expect(try await browser.get(stored.location).text.contains(">test/:testId</a>"))
            #expect(try await browser.get("/portal/engage/links").text.contains("No link map is here yet"))
        }
    }

    @Test func `a link has the route's path and parameters, and a code`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/engage/links").text.contains("No link map is here yet"))
            let stored = try await browser.upload(
                "/portal/engage/links", file: "MobileDeepLinkingConfig.json", Self.map)
            #expect(stored.location == "/portal/engage/links?done=map", "\(stored.text)")
            let routes = try await browser.get("/portal/engage/links")
            for text in ["test/:testId", "campaign/:CurrentCampaign", "/shop/sale", "default route"] {
                #expect(routes.text.contains(">\(text)</a>"), "\(text)")
            }
            let form = try await browser.get(Self.route("test/:testId"))
            #expect(form.text.contains("Must match <code>[0-9]</code>"))
            for (address, link) in [
                (
                    Self.route("test/:testId", "&scheme=shop&p.testId=5&p.CurrentCampaign=A%20b%26c"),
                    "shop://test/5?CurrentCampaign=A%20b%26c"
                ),
                (
                    Self.route("campaign/:CurrentCampaign", "&scheme=shop&p.CurrentCampaign=Sommer%2Fü"),
                    "shop://campaign/Sommer%2F%C3%BC"
                ),
                (Self.route("/shop/sale", "&scheme=https&host=shop.example"), "https://shop.example/shop/sale"),
                (
                    Self.route("default route", "&scheme=shop&name.1=CurrentCampaign&value.1=X"),
                    "shop://?CurrentCampaign=X"
                ),
            ] {
                let page = try await browser.get(address)
                #expect(page.text.contains("value=\"\(link)\" readonly"), "\(link)")
                #expect(page.text.contains("aria-label=\"QR code of the link\""), "\(link)")
            }
            let removed = try await browser.post("/portal/engage/links/remove")
            #expect(removed.location == "/portal/engage/links?done=map-removed")
        }
    }

    @Test(arguments: [
        ("test/:testId", "&scheme=shop", "needs a value for “testId”"),
        ("test/:testId", "&scheme=shop&p.testId=55", "does not match [0-9]"),
        ("test/:testId", "&scheme=1x&p.testId=5", "A scheme begins with a letter"),
        ("test/:testId", "&scheme=&p.testId=5", "A scheme begins with a letter"),
        ("/shop/sale", "&scheme=https&host=a%2Fb", "cannot be the host"),
    ])
    func `a link that no device would take is not made`(_ pattern: String, _ rest: String, _ text: String) async throws
    {
        let portal = try await TestPortal()
        _ = try await portal.platform.linkMaps.save(Self.map, app: TestPortal.app, by: "test")
        try await portal.signedIn { browser in
            let page = try await browser.get(Self.route(pattern, rest))
            #expect(page.text.contains(text) && !page.text.contains("readonly"), "\(page.text)")
        }
    }

    @Test(arguments: [
        #"{"defaultRoute": {"routeParameters": {"a": {"regex": "["}}}}"#, "not JSON", #"{"routes": 5}"#,
    ])
    func `a stored file that is refused now can be replaced and deleted`(_ text: String) async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.linkMaps.save(text, app: TestPortal.app, by: "test")
        try await portal.signedIn { browser in
            for address in ["/portal/engage/links", Self.route("default route", "&scheme=shop")] {
                let page = try await browser.get(address)
                #expect(page.status == .ok && page.text.contains("No links can be made of the stored file."))
                #expect(page.text.contains("Delete the link map") && page.text.contains(">Upload</button>"))
                #expect(!page.text.contains("The file has no routes.") && !page.text.contains("readonly"))
            }
            let stored = try await browser.upload(
                "/portal/engage/links", file: "MobileDeepLinkingConfig.json", Self.map)
            #expect(stored.location == "/portal/engage/links?done=map")
            #expect(try await browser.get("/portal/engage/links").text.contains(">test/:testId</a>"))
        }
    }

    @Test(arguments: [
        "", "[]", "{\"routes\": {\"a\": {\"routeParameters\": {\"b\": {\"regex\": \"[\"}}}}}",
        "{\"routes\": {\"a\": {\"handlers\": 5}}}", String(repeating: " ", count: 262_145),
    ])
    func `a file that devices would not read is refused`(_ text: String) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let answer = try await browser.upload("/portal/engage/links", file: "a.json", text)
            #expect(answer.status == .badRequest && answer.text.contains("Nothing was saved."))
        }
        #expect(try await portal.platform.linkMaps.map(app: TestPortal.app) == nil)
    }
}
