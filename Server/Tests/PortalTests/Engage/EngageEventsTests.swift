import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// Universal events as the portal shows them: counted, by campaign, one by one, and on a recipient's timeline.
@Suite struct EngageEventsTests {
    private static func record(
        _ portal: TestPortal, _ type: UniversalEventType, _ attributes: [String: Event.Value], user: String = "u",
        ago: Duration = .zero
    ) async throws {
        try await portal.record(type.eventName, attributes, user: user, ago: ago)
    }

    /// The cells of a row that begins with a text.
    private static func row(_ file: String, _ start: String) -> String? {
        file.split(separator: "\r\n").map(String.init).first { $0.hasPrefix(start) }
    }

    @Test func `a campaign's report has opens, goals and the conversion rate of its people`() async throws {
        let portal = try await TestPortal()
        for person in ["1", "2", "3", "4"] {
            try await Self.record(
                portal, .notificationOpened, ["Campaign Name": "Summer", "Recipient Id": .text(person)])
        }
        try await Self.record(
            portal, .goalCompleted, ["Campaign Name": "Summer", "Goal Name": "Buy", "Recipient Id": "1"])
        try await Self.record(
            portal, .goalAbandoned, ["Campaign Name": "Summer", "Goal Name": "Buy", "Recipient Id": "2"])
        try await Self.record(portal, .goalCompleted, ["Campaign Name": "Summer 2", "Recipient Id": "1"])
        try await Self.record(portal, .goalCompleted, ["Recipient Id": "9"])
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/engage/campaigns")
            #expect(page.text.contains("<th scope=\"row\">none</th>") && page.text.contains(">25 %<"))
            let file = try await browser.get("/portal/engage/campaigns.csv")
            #expect(Self.row(file.text, "\"Summer\",") == "\"Summer\",\"\",4,1,1,4,1,0.25")
            #expect(
                Self.row(file.text, "\"Summer 2\",") == "\"Summer 2\",\"\",0,1,0,1,1,1.0", "a new name is a new line")
            #expect(Self.row(file.text, "\"none\",") == "\"none\",\"\",0,1,0,1,1,1.0")
        }
    }

    @Test func `events are counted by type, goal, campaign and day, late ones on the day on which they happened`()
        async throws
    {
        let portal = try await TestPortal()
        try await Self.record(portal, .goalCompleted, ["Campaign Name": "Summer", "Goal Name": "Buy"])
        try await Self.record(
            portal, .goalCompleted, ["Campaign Name": "Summer", "Goal Name": "Buy"], ago: .seconds(3 * 86_400))
        try await Self.record(portal, .goalAbandoned, ["Goal Name": "Sign up"])
        try await portal.signedIn { browser in
            let file = try await browser.get("/portal/engage/events.csv?by.type=on&by.goal=on&by.campaign=on")
            #expect(Self.row(file.text, "\"goal completed\"") == "\"goal completed\",\"Buy\",\"Summer\",2")
            #expect(Self.row(file.text, "\"goal abandoned\"") == "\"goal abandoned\",\"Sign up\",\"none\",1")
            let days = try await browser.get("/portal/engage/events.csv?by.day=on")
            #expect(days.text == "\"Day\",\"Events\"\r\n\"2026-09-21\",2\r\n\"2026-09-18\",1\r\n")
            let page = try await browser.get("/portal/engage/events?by.goal=on")
            #expect(page.text.contains("<td data-name=\"Goal\">Buy</td>"))
            let words = "All events: 3, at most 2 on one day; Goals completed: 2"
            #expect(page.text.contains(words), "the picture says it")
            let none = try await browser.get("/portal/engage/events?from=2020-01-01&through=2020-01-02")
            #expect(none.text.contains("No universal event happened in these days"))
        }
    }

    @Test func `events are listed one by one with all attributes`() async throws {
        let portal = try await TestPortal()
        try await Self.record(portal, .goalCompleted, ["Goal Name": "Buy", "Price": "12,50", "Of <shop>": "x"])
        try await Self.record(portal, .sessionStarted, [:], ago: .seconds(3600))
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/engage/raw-events")
            for text in ["<dt>Goal Name</dt><dd>Buy</dd>", "<dt>Price</dt><dd>12,50</dd>", "<dt>Of &lt;shop&gt;</dt>"] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(page.text.contains("arrived "), "the second came an hour after it happened")
            let filtered = try await browser.get("/portal/engage/raw-events?type=engage_session_started")
            #expect(filtered.text.contains(">session started</th>") && !filtered.text.contains("<dt>Price</dt>"))
            let file = try await browser.get("/portal/engage/raw-events.csv?type=engage_goal_completed")
            #expect(file.text.split(separator: "\r\n").count == 2 && file.text.contains("12,50"))
        }
    }

    @Test func `a recipient's timeline has the events of the id and of the mobile user id`() async throws {
        let fixture = try await EngageFixture()
        let id = try await fixture.add(["Mobile User Id": "m1"])
        let other = try await fixture.add(["Mobile User Id": "m2"])
        let portal = fixture.portal
        try await Self.record(portal, .named, ["Event Name": "by id", "Recipient Id": .text(String(id))], user: "a")
        try await Self.record(portal, .named, ["Event Name": "by user", "Primary User Id": "m1"], user: "b")
        try await Self.record(
            portal, .named, ["Event Name": "of another", "Recipient Id": .text(String(other))], user: "c")
        try await portal.signedIn { browser in
            let person = try await browser.get(fixture.address(id))
            #expect(person.text.contains("\(fixture.address(id))/timeline"))
            let page = try await browser.get("\(fixture.address(id))/timeline")
            #expect(page.text.contains("<dd>by id</dd>") && page.text.contains("<dd>by user</dd>"))
            #expect(!page.text.contains("of another"))
            let file = try await browser.get("\(fixture.address(id))/timeline.csv")
            #expect(file.text.split(separator: "\r\n").count == 3)
        }
    }
}
