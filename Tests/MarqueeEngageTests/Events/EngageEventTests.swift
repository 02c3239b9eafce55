import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-024, ENG-027 to ENG-043, ENG-124 to ENG-135: types and attributes of events.
@Suite struct EngageEventTests {
    private let fixture: EngageFixture

    init() throws {
        fixture = try EngageFixture()
    }

    private func made(
        _ event: EngageEvent, _ fields: EngageFieldNames = EngageFieldNames(), campaign: String = "Spring"
    ) -> UniversalEvent {
        fixture.identity.set { ids in
            ids.recipientID = "recipient-1"
            ids.anonymousID = "anonymous-1"
        }
        let core = CoreAttributes(EngageFixture.app, identity: fixture.identity).current
        let draft = EventDraft(
            event: event, id: EventID(high: 1, low: 2), time: Timestamp(milliseconds: 1_390_302_823_000), core: core,
            campaign: event.campaign == .none ? nil : campaign)
        return draft.universal(fields, sequence: 7)
    }

    private static let core: [UniversalEvent.Attribute] = [
        .init("Device Name", "iPhone"), .init("Device Version", "iPhone15,2"), .init("OS Name", "iOS"),
        .init("OS Version", "16.4.1"), .init("App Name", "HighLarch"), .init("App Version", "417"),
        .init("Device Id", "device-1"), .init("Primary User Id", "mobile-1"), .init("Anonymous Id", "anonymous-1"),
        .init("Recipient Id", "recipient-1"),
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        let event: EngageEvent
        let code: Int
        let attributes: [UniversalEvent.Attribute]

        var testDescription: String { "\(code) \(attributes.map(\.name))" }
    }

    static let rows = [
        Row(event: .installed(), code: 12, attributes: [.init("Last Campaign", "Spring")]),
        Row(event: .sessionStarted(), code: 13, attributes: [.init("Campaign Name", "Spring")]),
        Row(
            event: .sessionEnded(active: .milliseconds(90_900)), code: 14,
            attributes: [.init("Session Duration", "90"), .init("Campaign Name", "Spring")]),
        Row(
            event: .sessionEnded(active: .zero), code: 14,
            attributes: [.init("Session Duration", "0"), .init("Campaign Name", "Spring")]),
        Row(
            event: .goalAbandoned("LISTENED TO MVSTERMIND"), code: 15,
            attributes: [.init("Goal Name", "LISTENED TO MVSTERMIND"), .init("Campaign Name", "Spring")]),
        Row(
            event: .goalCompleted("LISTENED TO MVSTERMIND"), code: 16,
            attributes: [.init("Goal Name", "LISTENED TO MVSTERMIND"), .init("Campaign Name", "Spring")]),
        Row(
            event: .named(
                "PLAYER LOADED", ["Event Source View": "HomeViewController", "Event Tags": "MVSTERMIND,Underground"]),
            code: 17,
            attributes: [
                .init("Event Name", "PLAYER LOADED"), .init("Campaign Name", "Spring"),
                .init("Event Source View", "HomeViewController"), .init("Event Tags", "MVSTERMIND,Underground"),
            ]),
        Row(
            event: .notificationReceived(message: "HELLO!!", callToAction: "Open"), code: 48,
            attributes: [
                .init("Displayed Message", "HELLO!!"), .init("Call To Action", "Open"),
                .init("Campaign Name", "Spring"),
            ]),
        Row(
            event: .notificationOpened(message: ""), code: 49,
            attributes: [.init("Displayed Message", ""), .init("Campaign Name", "Spring")]),
        Row(event: .custom(UniversalEventType(rawValue: 28), ["a": 1]), code: 28, attributes: [.init("a", "1")]),
        Row(
            event: .goalCompleted(
                "A", ["Tags": ["demo", "unit test"], "Nested": ["x": "y"], "Yes": true, "Half": 0.5]),
            code: 16,
            attributes: [
                .init("Goal Name", "A"), .init("Campaign Name", "Spring"), .init("Half", "0.5"),
                .init("Tags", "demo,unit test"), .init("Yes", "true"),
            ]),
        // A text under the name of the tags stays as it is.
        Row(
            event: .named("X", ["Tags": "already,joined"]), code: 17,
            attributes: [
                .init("Event Name", "X"), .init("Campaign Name", "Spring"), .init("Tags", "already,joined"),
            ]),
    ]

    @Test(arguments: rows) func `an event has its code and the attributes of its type`(row: Row) {
        let event = made(row.event)
        #expect(event.type.rawValue == row.code)
        #expect(Array(event.attributes.prefix(10)) == Self.core)
        #expect(Array(event.attributes.dropFirst(10)) == row.attributes)
    }

    @Test func `the values of the app win over those of the type and of the device`() {
        let event = made(
            .goalCompleted(
                "A", ["Goal Name": "B", "App Name": "C", "OS Name": "X", "Campaign Name": "Mine", "Recipient Id": "R"]))
        #expect(event["Goal Name"] == "B")
        #expect(event["App Name"] == "C")
        #expect(event["OS Name"] == "X")
        #expect(event["Campaign Name"] == "Mine")
        #expect(event["Recipient Id"] == "R")
        #expect(Set(event.attributes.map(\.name)).count == event.attributes.count)
    }

    @Test func `names of attributes come from the configuration, and an empty name is the default`() {
        let fields = EngageFieldNames([.goalName: "Goal", .currentCampaign: "Campaign", .tags: ""])
        let event = made(.goalCompleted("A", ["Goal Name": "free"]), fields)
        #expect(event["Goal"] == "A")
        #expect(event["Campaign"] == "Spring")
        #expect(event["Goal Name"] == "free")
        #expect(fields[.tags] == "Tags")
    }

    @Test func `values of the app that are missing are unknown, and ids that are missing are empty`() {
        let attributes = CoreAttributes(AppInfo(), identity: InstallIdentity("install")).current
        #expect(attributes.prefix(6).allSatisfy { $0.value == "__UNKNOWN__" })
        #expect(attributes.dropFirst(6).map(\.value) == ["install", "", "", ""])
    }

    @Test func `a change of ids shows in events after it, not in those before`() async throws {
        let (core, engage) = try fixture.open()
        let before = try await engage.record(.named("before"))
        fixture.identity.set { $0.recipientID = "recipient-2" }
        let after = try await engage.record(.named("after"))
        #expect(try engage.event(before)?.event["Recipient Id"] == "")
        #expect(try engage.event(after)?.event["Recipient Id"] == "recipient-2")
        await core.close()
    }

    @Test(arguments: [
        EngageEvent.goalCompleted(""), .goalAbandoned(""), .named(""),
        .named("x", Dictionary(uniqueKeysWithValues: (0...50).map { ("\($0)", 1) })), .named("x", ["": 1]),
        .named("x", [String(repeating: "n", count: 257): 1]), .custom(UniversalEventType(rawValue: 10_000)),
    ])
    func `an event that no receiver takes is dropped, counted and logged, and recording it throws`(
        event: EngageEvent
    ) async throws {
        let (core, engage) = try fixture.open()
        var notices = engage.notices().makeAsyncIterator()
        #expect(engage.track(event) == nil)
        guard case .eventDropped = await notices.next() else {
            Issue.record("there was no notice")
            return
        }
        let error = await #expect(throws: EngageError.self) { try await engage.record(event) }
        #expect(error?.code == .invalidParameters)
        try await core.outbox.flush()
        #expect(try engage.eventCounts().dropped == [.invalid: 1])
        #expect(fixture.messages.messages(.error).count == 1)
        await core.close()
    }

    @Test func `an event of more than 32 KiB is not stored`() async throws {
        let (core, engage) = try fixture.open()
        let large = EngageEvent.named("x", ["text": .text(String(repeating: "x", count: 40_000))])
        let error = await #expect(throws: EngageError.self) { try await engage.record(large) }
        #expect(error?.code == .invalidParameters)
        engage.track(large)
        try await core.outbox.flush()
        #expect(try engage.eventCounts().dropped == [.invalid: 2])
        await core.close()
    }

    // ENG-042
    @Test func `a stored event reads back as it was tracked, also before 1970 and in another calendar`() async throws {
        for milliseconds: Int64 in [1_390_302_823_004, 0, -1] {
            fixture.clock.set(Timestamp(milliseconds: milliseconds))
            let (core, engage) = try fixture.open()
            let id = try await engage.record(.named("Ünïcode \"quoted\"\n\u{1}", ["a\\b": "c/d\u{2028}"]))
            let stored = try #require(try engage.event(id)?.event)
            #expect(stored.time == Timestamp(milliseconds: milliseconds))
            #expect(stored["Event Name"] == "Ünïcode \"quoted\"\n\u{1}")
            #expect(stored["a\\b"] == "c/d\u{2028}")
            #expect(stored.id == id)
            await core.close()
        }
    }
}
