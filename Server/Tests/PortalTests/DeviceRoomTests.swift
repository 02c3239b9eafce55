import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// The page of one device, and its mark as a test device.
@Suite struct DeviceRoomTests {
    private let viewed: [String: Event.Value] = ["uri": "zbimdb://news/", "release": 3]

    @Test func `a device's page has what is known of it, its users' tags and its events, the latest first`()
        async throws
    {
        let portal = try await TestPortal()
        try await portal.record(EventName.contentViewed, viewed, user: "ann", install: "phone/1 ä")
        portal.clock.advance(by: .seconds(1))
        try await portal.record(EventName.userTags, ["tags": "[\"huts\",\"b&w\"]"], user: "ann", install: "phone/1 ä")
        portal.clock.advance(by: .seconds(7200))
        try await portal.record(EventName.hubPresented, ["uri": "zbimdb://news/"], user: "bob", install: "phone/1 ä")
        try await portal.record(EventName.contentViewed, viewed, user: "zoe", install: "other")
        try await portal.signedIn { browser in
            let list = try await browser.get("/portal/devices")
            #expect(list.text.contains("href=\"/portal/devices/phone%2F1%20%C3%A4\"><code>phone/1 ä</code>"))
            let page = try await browser.get("/portal/devices/phone%2F1%20%C3%A4")
            #expect(page.status == .ok && page.text.contains("<p>phone/1 ä</p>"))
            let facts = page.text.matches(of: /<dt>([A-Z].*?)<\/dt><dd>(.*?)<\/dd>/).map { "\($0.1): \($0.2)" }
            #expect(
                facts == [
                    "App: Demo", "Counts as: Reader", "First seen: 21 Sep 2026, 14:13 (UTC), 2 hours ago",
                    "Last seen: 21 Sep 2026, 16:13 (UTC), now", "SDK: 1", "Release: 3", "Events: 3",
                ])
            #expect(page.text.contains("<th scope=\"row\">ann</th><td data-name=\"Tags\">b&amp;w, huts</td>"))
            let events = page.text.matches(of: /<tr><th scope="row">([a-z]+_[a-z]+)<\/th>/).map { String($0.1) }
            #expect(events == ["hub_presented", "user_tags", "content_viewed"])
            #expect(!page.text.contains("zoe") && page.text.contains("No event is missing."))
            #expect(page.text.contains("href=\"/portal/engage/data-requests?kind=device&amp;id=phone%2F1%20%C3%A4\""))
            #expect(try await browser.get("/portal/devices/phone").status == .notFound)
            #expect(
                try await browser.get("/portal/devices/phone").text.contains("No device “phone” has sent an event."))
        }
    }

    @Test func `missing events are listed, and a page of events leads to older ones`() async throws {
        let portal = try await TestPortal()
        for number in 0..<60 {
            try await portal.record(EventName.contentViewed, viewed, install: "phone", sequence: Int64(number + 1))
        }
        try await portal.record(EventName.contentViewed, viewed, install: "phone", sequence: 64)
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/devices/phone")
            #expect(
                page.text.contains("<th scope=\"row\">61 to 63</th>") && page.text.contains("data-name=\"Missing\">3<"))
            let older = try #require(page.text.firstMatch(of: /rel="next" href="([^"]*)"/)).1
            let next = try await browser.get(String(older))
            #expect(next.text.components(separatedBy: "<th scope=\"row\">content_viewed</th>").count == 12)
            #expect(!next.text.contains("rel=\"next\"") && next.text.contains(">Latest</a>"))
        }
    }

    @Test func `a device is marked and unmarked on its page, and the audit log says so`() async throws {
        let portal = try await TestPortal()
        try await portal.record(EventName.contentViewed, viewed, install: "phone")
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/devices/phone")
            #expect(page.text.contains("<button>Mark as a test device</button>") && page.values("test") == ["yes"])
            let answer = try await browser.post("/portal/devices/phone", ["test": "yes"])
            #expect(answer.status == .seeOther && answer.location == "/portal/devices/phone?done=test")
            let marked = try await browser.get(answer.location)
            #expect(marked.text.contains("This is a test device now."))
            #expect(marked.text.contains("A test device since 21 Sep 2026, 14:13 (UTC), says Ann."))
            #expect(
                try await browser.get("/portal/devices").text.contains(
                    "<span class=\"mark careful\">Test device</span>"))
            try await portal.record(EventName.contentViewed, viewed, install: "phone")
            let report = try await browser.get("/portal/report")
            #expect(report.text.contains("<dt>Views</dt><dd>1</dd>"), "the view from before the mark")
            #expect(marked.values("test") == ["no"])
            let back = try await browser.post("/portal/devices/phone", ["test": "no"])
            #expect(try await browser.get(back.location).text.contains("This is a reader’s device now."))
            #expect(try await browser.post("/portal/devices/phone", ["test": "maybe"]).status == .badRequest)
            #expect(try await browser.post("/portal/devices/unknown", ["test": "yes"]).status == .notFound)
            let audit = try await browser.get("/portal/audit").text
            #expect(audit.contains("device.test") && audit.contains("device.reader") && audit.contains("phone"))
        }
    }

    @Test func `ticked devices are marked together, and what no device sent is not marked`() async throws {
        let portal = try await TestPortal()
        for phone in ["phone", "tablet", "watch"] {
            try await portal.record(EventName.contentViewed, viewed, install: phone)
        }
        try await portal.signedIn { browser in
            let list = try await browser.get("/portal/devices")
            #expect(list.text.contains("All 3 here") && Set(list.values("shown")) == ["phone", "tablet", "watch"])
            let token = ("csrf", try #require(list.values("csrf").first))
            let ticked = [token, ("do", "test"), ("take", "phone"), ("take", "watch"), ("take", "invented")]
            let answer = try await browser.submit("/portal/devices", fields: ticked)
            #expect(answer.location == "/portal/devices?done=test&changed=2")
            let marked = try await browser.get(answer.location)
            #expect(marked.text.contains("2 devices count as test devices from now on."))
            let devices = try await portal.platform.testDevices.devices(of: TestPortal.app)
            #expect(devices.contains("phone") && devices.contains("watch") && !devices.contains("tablet"))
            #expect(!devices.contains("invented"))
            let shown = list.values("shown").map { ("shown", $0) }
            let all = try await browser.submit(
                "/portal/devices", fields: [token, ("do", "reader"), ("all", "1")] + shown)
            #expect(all.location == "/portal/devices?done=reader&changed=2")
            let again = try await browser.submit("/portal/devices", fields: [token, ("do", "reader")])
            #expect(
                try await browser.get(again.location).text.contains("No device is ticked that is not a reader already.")
            )
            #expect(try await browser.submit("/portal/devices", fields: [token, ("do", "x")]).status == .badRequest)
        }
    }

    @Test func `a phone of the lab is a test device unless somebody says otherwise`() async throws {
        let portal = try await TestPortal()
        try await portal.record(EventName.contentViewed, viewed, install: "lab-1")
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/devices").text.contains(">Test device (lab)</span>"))
            _ = try await browser.get("/portal/devices/lab-1")
            _ = try await browser.post("/portal/devices/lab-1", ["test": "no"])
            #expect(try await browser.get("/portal/devices").text.contains("data-name=\"Counts as\">Reader</td>"))
        }
    }

    @Test func `viewers see a device's page, and may change nothing on it`() async throws {
        let portal = try await TestPortal()
        try await portal.record(EventName.contentViewed, viewed, install: "phone")
        try await portal.signedIn(as: [.content: .viewer]) { browser in
            let page = try await browser.get("/portal/devices/phone")
            #expect(page.status == .ok && !page.text.contains("Mark as a test device"))
            #expect(!page.text.contains("/portal/engage/"), "nor leads it where they may not go")
            #expect(try await browser.post("/portal/devices/phone", ["test": "yes"]).status == .forbidden)
        }
        #expect(try await !portal.platform.testDevices.devices(of: TestPortal.app).contains("phone"))
    }

    @Test func `a device whose events have gone keeps its page`() async throws {
        let portal = try await TestPortal()
        try await portal.record(EventName.contentViewed, viewed, install: "phone")
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/devices/phone?before=00000000-0000-7000-8000-000000000000")
            #expect(page.text.contains("No single event of the device can be shown."))
            #expect(page.text.contains(">Latest</a>"))
        }
    }
}
