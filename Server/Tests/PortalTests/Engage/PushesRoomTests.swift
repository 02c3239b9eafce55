import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Portal

/// ENG-188: a push campaign is composed for the recipients of a list, handed to devices, and its events lead back to it.
@Suite struct PushesRoomTests {
    /// Devices that take down what they get.
    private final class Devices: PushDelivery {
        let got = Mutex<[Int64: String]>([:])
        let outcomes: [String: PushOutcome]

        init(_ outcomes: [String: PushOutcome] = [:]) { self.outcomes = outcomes }

        func deliver(_ payload: Data, to person: PushAddress, app: String) async -> PushOutcome {
            let outcome = outcomes[person.mobileUser] ?? .delivered
            if outcome == .delivered {
                got.withLock { $0[person.recipient] = String(decoding: payload, as: UTF8.self) }
            }
            return outcome
        }
    }

    private static func form(_ list: Int64, _ changes: [String: String] = [:]) -> [String: String] {
        [
            "campaign": "Summer", "text": "Half price", "action": "Buy", "link": "shop://sale", "list": String(list),
            "hours": "48",
        ].merging(changes) { $1 }
    }

    @Test func `a message reaches the recipients of a list, but nobody who opted out or permits no notifications`()
        async throws
    {
        let devices = Devices(["m3": .noPermission, "m4": .noDevice])
        let fixture = try await EngageFixture(portal: try await TestPortal(pushDelivery: devices))
        let portal = fixture.portal
        var ids: [Int64] = []
        for number in 1...4 { ids.append(try await fixture.add(["Mobile User Id": "m\(number)"])) }
        _ = try await portal.platform.recipients.setOptedOut(
            true, .id(ids[1]), in: fixture.list.id, app: TestPortal.app)
        let (first, second) = (ids[0], ids[1])
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/engage/pushes")
            let made = try await browser.post("/portal/engage/pushes", Self.form(fixture.list.id))
            let address = String(made.location.prefix { $0 != "?" })
            let page = try await browser.get(made.location)
            #expect(page.text.contains("Nothing is sent yet") && page.text.contains("Send the message"))
            #expect(devices.got.withLock { $0.isEmpty })
            let sent = try await browser.post("\(address)/send")
            #expect(sent.location == "\(address)?done=sent", "\(sent.text)")
            #expect(devices.got.withLock { Array($0.keys) } == [first])
            let payload = try #require(devices.got.withLock { $0[first] })
            #expect(payload.contains("\"CurrentCampaign\":\"Summer\"") && payload.contains("\"body\":\"Half price\""))
            let after = try await browser.get(address)
            for text in ["delivered", "opted out, not sent", "notifications not permitted", "no device"] {
                #expect(after.text.contains(text), "\(text)")
            }
            #expect(after.text.contains("<dt>Sent</dt><dd>1</dd>") && !after.text.contains("Send the message"))
            let file = try await browser.get("\(address)/deliveries.csv")
            #expect(file.text.contains("\"\(second)\",\"opted_out\""), "\(file.text)")
            // Nobody gets it twice, even when the form is sent again.
            devices.got.withLock { $0 = [:] }
            _ = try await browser.post("\(address)/send")
            #expect(devices.got.withLock { $0.isEmpty })
        }
    }

    @Test func `received and opened events link back to the campaign`() async throws {
        let fixture = try await EngageFixture(portal: try await TestPortal(pushDelivery: Devices()))
        let portal = fixture.portal
        let message = PushMessage(campaign: "Summer", text: "Half price")
        let campaign = try await portal.platform.pushCampaigns.create(
            message, list: fixture.list.id, app: TestPortal.app, by: "test")
        for name in ["Summer", "Summer", "Winter"] {
            try await portal.record(
                UniversalEventType.notificationReceived.eventName, ["Campaign Name": .text(name)])
        }
        try await portal.record(UniversalEventType.notificationOpened.eventName, ["Campaign Name": "Summer"])
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/engage/pushes/\(campaign.id)")
            for (name, count) in [("Sent", 0), ("Received", 2), ("Opened", 1), ("Goals completed", 0)] {
                #expect(page.text.contains("<dt>\(name)</dt><dd>\(count)</dd>"), "\(name)")
            }
        }
    }

    @Test(arguments: [
        ["campaign": ""], ["text": ""], ["hours": "0"], ["hours": "many"], ["list": "1"], ["link": "no address"],
        ["campaign": "Taken"],
    ])
    func `a campaign outside its limits is refused above what was typed`(_ changes: [String: String]) async throws {
        let fixture = try await EngageFixture(portal: try await TestPortal(pushDelivery: Devices()))
        let pushes = fixture.portal.platform.pushCampaigns
        _ = try await pushes.create(
            PushMessage(campaign: "Taken", text: "x"), list: fixture.list.id, app: TestPortal.app, by: "test")
        try await fixture.portal.signedIn { browser in
            _ = try await browser.get("/portal/engage/pushes")
            let answer = try await browser.post("/portal/engage/pushes", Self.form(fixture.list.id, changes))
            #expect(answer.status == .badRequest && answer.text.contains("Nothing was saved."), "\(changes)")
            #expect(answer.text.contains("value=\"Buy\""), "what was typed stays")
        }
        #expect(try await pushes.campaigns(app: TestPortal.app).count == 1)
    }

    @Test func `without devices a campaign is made and not sent`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.portal.signedIn { browser in
            let list = try await browser.get("/portal/engage/pushes")
            #expect(
                list.text.contains("this server reaches none") && list.text.contains("There is no push campaign yet"))
            let made = try await browser.post("/portal/engage/pushes", Self.form(fixture.list.id))
            let address = String(made.location.prefix { $0 != "?" })
            let sent = try await browser.post("\(address)/send")
            #expect(sent.status == .badRequest && sent.text.contains("Nothing was sent"))
            let file = try await browser.get("/portal/engage/pushes.csv")
            #expect(file.text.contains("\"Summer\",\"Half price\",\"Buy\",\"shop://sale\",48"), "\(file.text)")
            #expect(try await browser.get("\(address)/remove").text.contains("Delete the campaign"))
            #expect(try await browser.post("\(address)/remove").location == "/portal/engage/pushes?done=push-removed")
            #expect(try await browser.get(address).status == .notFound)
        }
    }
}
