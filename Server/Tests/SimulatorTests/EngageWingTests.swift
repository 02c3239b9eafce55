import Foundation
import HTTPTypes
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeTesting
import MarqueeWire
import Testing

@testable import Simulator

/// ENG-190, ENG-196, ENG-197: the Engage tab's commands on a phone whose app has no host of its own.
@Suite(.timeLimit(.minutes(10))) struct EngageWingTests {
    private let fixture: LabFixture

    init() throws {
        fixture = try LabFixture()
    }

    private func engage(_ phone: String) throws -> EngageWing.App { try #require(try fixture.state(phone).engage.app) }

    /// A phone without a network, so that events stay as they are.
    private func phone() async throws -> String {
        let phone = try await fixture.phone()
        try await fixture.command(phone, "engage.network", ["network": "offline"])
        return phone
    }

    /// Waits until the newest event meets a condition.
    private func newest(
        _ phone: String, _ isMet: @escaping @Sendable (EngageWing.Line) -> Bool
    ) async throws -> EngageWing.Line {
        let fixture = fixture
        try #require(
            await eventually { (try? fixture.state(phone).engage.app?.events.first).flatMap { $0 }.map(isMet) == true })
        return try #require(try engage(phone).events.first)
    }

    /// Until an event waits for the frozen plug-in: it is on hold a moment before it does.
    private func awaitsPlugin(_ phone: String) async throws {
        let freezes = try fixture.lab.device(phone).surroundings.freezes
        let before = freezes.questions
        try #require(await eventually { freezes.questions > before })
    }

    private static let kinds: [(kind: String, code: Int, attribute: String?)] = [
        ("installed", 12, nil), ("sessionStarted", 13, "Campaign Name"), ("sessionEnded", 14, "Session Duration"),
        ("goalAbandoned", 15, "Goal Name"), ("goalCompleted", 16, "Goal Name"), ("named", 17, "Event Name"),
        ("notificationReceived", 48, "Displayed Message"), ("notificationOpened", 49, "Displayed Message"),
        ("custom", 1234, nil),
    ]

    @Test(arguments: kinds)
    func `each kind of event is tracked with its code, its text and further attributes`(
        kind: String, code: Int, attribute: String?
    ) async throws {
        let phone = try await phone()
        try await fixture.command(
            phone, "engage.track", ["kind": kind, "text": "42", "code": 1234, "values": ["Seat": "7"]])
        let event = try await newest(phone) { $0.code == code }
        #expect(event.status == "NOT_POSTED")
        #expect(event.attributes.contains(.init(name: "Seat", value: "7")))
        if let attribute { #expect(event.attributes.contains(.init(name: attribute, value: "42"))) }
        let counts = try engage(phone).counts
        #expect(counts.map(\.status) == ["NOT_POSTED", "SUCCESSFULLY_POSTED", "FAILED_POST", "HOLD", "EXPIRED"])
        #expect(counts.first?.count == 1)
        try await fixture.command(phone, "engage.deleteEvents")
        #expect(try engage(phone).events.isEmpty)
    }

    @Test func `an event that the SDK refuses is refused with a sentence`() async throws {
        let phone = try await phone()
        let nameless = try await fixture.attempt(phone, "engage.track", ["kind": "named"])
        #expect(nameless.status == .conflict && nameless.message.contains("dropped"))
        let coded = try await fixture.attempt(phone, "engage.track", ["kind": "custom"])
        #expect(coded.status == .conflict)
        let campaign = try await fixture.attempt(
            phone, "engage.setCampaign", ["campaign": String(repeating: "c", count: 2_000)])
        #expect(campaign.status == .badRequest)
    }

    @Test func `frozen augmentation holds events until it works again, or until their time is over`() async throws {
        let phone = try await phone()
        try await fixture.command(phone, "engage.augmentation", ["augmentation": "frozen"])
        try await fixture.command(phone, "engage.track", ["kind": "named", "text": "held"])
        _ = try await newest(phone) { $0.status == "HOLD" }
        #expect(try fixture.state(phone).engage.augmentation == "frozen")
        try await fixture.command(phone, "device.restart")
        _ = try await newest(phone) { $0.status == "HOLD" }
        try await awaitsPlugin(phone)
        try await fixture.command(phone, "device.clock", ["seconds": 60])
        _ = try await newest(phone) { $0.status == "EXPIRED" }
        try await fixture.command(phone, "engage.track", ["kind": "named", "text": "later"])
        _ = try await newest(phone) { $0.status == "HOLD" }
        try await awaitsPlugin(phone)
        try await fixture.command(phone, "engage.augmentation", ["augmentation": "working"])
        let completed = try await newest(phone) { $0.status == "NOT_POSTED" }
        #expect(completed.attributes.contains(.init(name: "Augmented By", value: "Device lab")))
    }

    @Test func `the phone's location is in its events, with the place's name`() async throws {
        let phone = try await phone()
        try await fixture.command(
            phone, "device.locate", ["place": Place(latitude: 47.43, longitude: 10.97, accuracy: nil)])
        try await fixture.command(phone, "engage.track", ["kind": "named", "text": "up"])
        let event = try await newest(phone) { $0.status == "NOT_POSTED" }
        for (name, value) in [
            ("Latitude", "47.43"), ("Longitude", "10.97"), ("Location Name", "Zugspitze"),
            ("Location Address", "Grainau, Germany (DE)"),
        ] { #expect(event.attributes.contains(.init(name: name, value: value)), "\(name)") }
        try await fixture.command(phone, "engage.privacy", ["privacy": "limited"])
        #expect(try fixture.state(phone).engage.privacy == "limited")
        try await fixture.command(phone, "engage.track", ["kind": "named", "text": "private"])
        let limited = try await newest(phone) { $0.attributes.contains(.init(name: "Event Name", value: "private")) }
        #expect(limited.status == "NOT_POSTED" && !limited.attributes.contains { $0.name == "Latitude" })
        try await fixture.command(phone, "engage.privacy", ["privacy": "allowed"])
        #expect(try fixture.state(phone).engage.privacy == "allowed")
    }

    // ENG-196
    @Test(arguments: AppCondition.allCases)
    func `a link opens the app in each of its states, returns the event and sets the campaign`(
        _ condition: AppCondition
    ) async throws {
        let phone = try await phone()
        let process = try fixture.app(phone).number
        try await fixture.command(
            phone, "engage.openLink",
            ["url": "app://offers?CurrentCampaign=Snow&CampaignValidFor=2%20days", "condition": condition.rawValue])
        let input = try #require(try engage(phone).input)
        #expect(input.what == "link opened" && input.condition == condition)
        let event = try await newest(phone) { $0.code == 13 }
        #expect(event.id == input.event)
        #expect(event.attributes.contains(.init(name: "Campaign Name", value: "Snow")))
        #expect(try engage(phone).campaign == "Snow")
        #expect(try (fixture.app(phone).number == process) == (condition != .killed))
        #expect(try fixture.state(phone).device.app?.isForeground == true)
    }

    @Test(arguments: ["no address", "//host/path", "app://" + String(repeating: "a", count: 2_048)])
    func `a link without a scheme, or too long, is refused`(_ url: String) async throws {
        let phone = try await phone()
        let answer = try await fixture.attempt(phone, "engage.openLink", ["url": url, "condition": "foreground"])
        #expect(answer.status == .badRequest && answer.message.hasPrefix("a link is an address"))
    }

    private static let payloads = [
        (#"{"aps":{"alert":"Hello"}}"#, "Hello", "Hello", ""),
        (#"{"aps":{"alert":{"title":"High","body":"Open"}}}"#, "High: Open", "Open", ""),
        (#"{"aps":{"alert":"Go"},"a":{"b":[{"CurrentCampaign":"Deep"}]}}"#, "Go", "Go", "Deep"),
    ]

    // ENG-196
    @Test(arguments: AppCondition.allCases, payloads)
    func `a push reaches the app in each of its states, and its notification opens the app`(
        _ condition: AppCondition, _ push: (json: String, shown: String, message: String, campaign: String)
    ) async throws {
        let phone = try await fixture.phone()
        try await fixture.command(
            phone, "engage.push", ["payload": push.json, "condition": condition.rawValue])
        #expect(try fixture.state(phone).engage.tray.map(\.text) == [push.shown])
        if condition == .killed {
            // No code of the app runs.
            #expect(try fixture.state(phone).engage.app == nil)
        } else {
            let received = try await newest(phone) { $0.code == 48 }
            #expect(received.attributes.contains(.init(name: "Displayed Message", value: push.message)))
            #expect(try engage(phone).input?.event == received.id)
            #expect(try engage(phone).input?.condition == condition)
            #expect(try engage(phone).campaign == push.campaign)
        }
        try await fixture.command(phone, "engage.openNotification", ["number": 1])
        let opened = try await newest(phone) { $0.code == 49 }
        #expect(opened.attributes.contains(.init(name: "Displayed Message", value: push.message)))
        let input = try #require(try engage(phone).input)
        #expect(input == HandledInput(what: "notification opened", condition: condition, event: opened.id))
        #expect(try engage(phone).campaign == push.campaign)
        let state = try fixture.state(phone)
        #expect(state.engage.tray.isEmpty && state.device.app?.isForeground == true)
    }

    @Test func `without permission or network a push reaches no phone`() async throws {
        let phone = try await phone()
        let push = ["payload": #"{"aps":{"alert":"Hello"}}"#, "condition": "foreground"]
        let offline = try await fixture.attempt(phone, "engage.push", push)
        #expect(offline.status == .conflict && offline.message == "the phone has no network")
        try await fixture.command(phone, "engage.network", ["network": "online"])
        try await fixture.command(phone, "engage.notifications", ["notifications": "denied"])
        let denied = try await fixture.attempt(phone, "engage.push", push)
        #expect(denied.status == .conflict && denied.message == "notifications are not allowed on the phone")
        #expect(try fixture.state(phone).engage.tray.isEmpty)
        #expect(try engage(phone).events.isEmpty)
    }

    @Test(arguments: [
        "[]", "{", #"{"a":"\#(String(repeating: "x", count: 4_096))"}"#,
        #"{"a":\#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))}"#,
    ])
    func `a push that is no object, too large or too deep is refused`(_ payload: String) async throws {
        let phone = try await phone()
        let answer = try await fixture.attempt(
            phone, "engage.push", ["payload": payload, "condition": "foreground"])
        #expect(answer.status == .badRequest && answer.message.hasPrefix("a push "))
    }

    @Test func `a phone keeps its newest twenty notifications`() async throws {
        let phone = try await fixture.phone()
        for number in 1...21 {
            try await fixture.command(
                phone, "engage.push", ["payload": #"{"aps":{"alert":"\#(number)"}}"#, "condition": "foreground"])
        }
        #expect(try fixture.state(phone).engage.tray.map(\.text) == (2...21).reversed().map(String.init))
    }

    // ENG-188
    @Test func `the door for pushes finds a person's phones, and says why none got one`() async throws {
        let (one, two) = (try await fixture.phone(), try await fixture.phone())
        let lab = fixture.lab
        func deliver(_ person: String, app: String = "brand") throws -> PushOutcome {
            try lab.deliver(Data(#"{"aps":{"alert":"Hello"}}"#.utf8), to: person, app: app)
        }
        #expect(try deliver("ada") == .refused(.noPhone))
        for phone in [one, two] { try await fixture.command(phone, "engage.storeUser", ["user": "ada"]) }
        #expect(try deliver("ada") == .delivered(phones: 2))
        #expect(try deliver("ada", app: "other") == .refused(.noPhone))
        #expect(try deliver("") == .refused(.noPhone))
        try await fixture.command(one, "engage.notifications", ["notifications": "denied"])
        #expect(try deliver("ada") == .delivered(phones: 1))
        try await fixture.command(two, "engage.network", ["network": "offline"])
        #expect(try deliver("ada") == .refused(.unreachable))
        try await fixture.command(two, "engage.network", ["network": "online"])
        try await fixture.command(two, "engage.push", ["payload": "{}", "condition": "killed"])
        #expect(try deliver("ada") == .delivered(phones: 1), "an app that does not run is known by its last run")
        #expect(throws: LabError.self) { try lab.deliver(Data("[]".utf8), to: "ada", app: "brand") }
        #expect(try fixture.state(two).engage.tray.count == 3)
    }

    @Test func `without a host a recipient cannot be set up, and the state says why`() async throws {
        let phone = try await fixture.phone()
        #expect(try engage(phone).host == nil)
        try await fixture.command(phone, "engage.setUpRecipient")
        let fixture = fixture
        #expect(await eventually { (try? fixture.state(phone).engage.app?.identity?.branch) == .failed })
        #expect(try engage(phone).identity?.text == "the list id is empty")
        #expect(try await fixture.send(.get, "/lab/api/apps/brand/recipients").decoded([LabRecipient].self).isEmpty)
        #expect(try await fixture.send(.get, "/lab/api/apps/none/recipients").status == .notFound)
    }

    @Test func `a clock that is set forward ends waits of that time, and no others`() async throws {
        let clock = DeviceClock()
        let isDone = Locked(false)
        let waiting = Task {
            try await clock.sleep(.seconds(600))
            isDone.withLock { $0 = true }
        }
        clock.forward(by: .seconds(599))
        try await clock.sleep(.milliseconds(1))
        #expect(!isDone.withLock { $0 })
        clock.forward(by: .seconds(3_600))
        try await waiting.value
        #expect(isDone.withLock { $0 })
        let cancelled = Task { try await clock.sleep(.seconds(600)) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
}
