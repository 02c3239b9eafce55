import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-044 to ENG-046, ENG-048: notifications become events.
struct NotificationHookTests {
    private let recorded = RecordedHooks()
    private var hook: NotificationHook { NotificationHook(recorded.hooks) }

    @Test func `a local notification has its text and its action`() {
        #expect(hook.receivedLocal(body: "Hi", action: "Open") == EventID(high: 0, low: 1))
        hook.receivedLocal(body: "Hi")
        hook.receivedLocal(body: nil, ["Call To Action": "Mine"])
        #expect(
            recorded.events == [
                .notificationReceived(message: "Hi", callToAction: "Open"), .notificationReceived(message: "Hi"),
                .notificationReceived(message: "", ["Call To Action": "Mine"]),
            ])
        #expect(recorded.events.map(\.type.rawValue) == [48, 48, 48])
        #expect(recorded.campaigns.isEmpty)
    }

    static let payloads: [([String: EngageValue], String)] = [
        (["aps": ["alert": "HELLO!!"], "Current Campaign": "5OFF"], "HELLO!!"),
        (["aps": ["alert": ["body": "HELLO!!"]], "Current Campaign": "5OFF"], "HELLO!!"),
        (["aps": ["alert": ["title": "T"]]], ""), (["aps": ["badge": 1]], ""), (["aps": "x"], ""), ([:], ""),
        (["aps": ["alert": 5]], ""), (["aps": ["alert": ["body": 5]]], ""),
    ]

    @Test(arguments: payloads) func `a push has the text that the user sees`(
        _ payload: [String: EngageValue], _ message: String
    ) {
        let userInfo = payload.mapValues(\.plain)
        #expect(hook.receivedPush(userInfo) == EventID(high: 0, low: 1))
        #expect(hook.opened(userInfo, body: "Local") == EventID(high: 0, low: 2))
        let shown = message.isEmpty ? "Local" : message
        #expect(
            recorded.events == [.notificationReceived(message: message), .notificationOpened(message: shown)])
        #expect(recorded.events.map(\.type.rawValue) == [48, 49])
        #expect(recorded.campaigns == [payload, payload])
    }

    @Test func `the app's values are passed on`() {
        hook.receivedPush(["aps": ["alert": "A"]], ["Displayed Message": "B"])
        hook.opened(["aps": ["alert": "A"]], ["Call To Action": "B"])
        #expect(
            recorded.events == [
                .notificationReceived(message: "A", ["Displayed Message": "B"]),
                .notificationOpened(message: "A", ["Call To Action": "B"]),
            ])
    }

    @Test(
        arguments: [
            (["aps": ["alert": "Alert Value", "Current Campaign": "6OFF"]], "6OFF"),
            (["aps": ["alert": "Alert Value", "Nested": ["Current Campaign": "7OFF"]]], "7OFF"),
            (["Current Campaign": "1", "aps": ["Current Campaign": "2"]], "1"),
            (["b": ["Current Campaign": "2"], "a": ["x": ["Current Campaign": "3"]]], "3"),
            (["Current Campaign": 5, "list": [["Current Campaign": "4"]]], "4"),
            (["current campaign": "x"], nil),
        ] as [([String: EngageValue], String?)]) func `a parameter is found at any depth, depth first`(
            _ payload: [String: EngageValue], _ found: String?
        )
    {
        hook.receivedPush(payload.mapValues(\.plain))
        #expect(recorded.campaigns.first?.firstText(named: "Current Campaign") == found)
    }

    // ENG-121
    @Test(
        arguments: [
            (["aps": ["alert": "A"], "CallToAction": "BUY"], "BUY"),
            (["aps": ["alert": "A", "CallToAction": "6OFF"]], "6OFF"),
            (["aps": ["alert": "A", "data": [["CallToAction": "7OFF"]]]], "7OFF"),
            (["CallToAction": "1", "aps": ["alert": "A", "CallToAction": "2"]], "1"),
            (["aps": ["alert": "A"], "CallToAction": ""], nil), (["aps": ["alert": "A"], "CallToAction": 5], nil),
            (["aps": ["alert": "A"], "callToAction": "x"], nil),
        ] as [([String: EngageValue], String?)]) func `the call to action is found at any depth of a notification`(
            _ payload: [String: EngageValue], _ action: String?
        )
    {
        let userInfo = payload.mapValues(\.plain)
        hook.receivedPush(userInfo)
        hook.opened(userInfo)
        #expect(
            recorded.events == [
                .notificationReceived(message: "A", callToAction: action),
                .notificationOpened(message: "A", callToAction: action),
            ])
    }

    // ENG-121
    @Test(
        arguments: [[:], [.engageCallToActionParameter: .text("Do this")]]
            as [[ConfigurationKey: ConfigurationKey.Value]])
    func `the configuration names the parameter, and the app's value wins`(
        _ settings: [ConfigurationKey: ConfigurationKey.Value]
    ) async throws {
        let fixture = try EngageFixture()
        let (core, engage) = try fixture.open(settings)
        let payload: [AnyHashable: Any] = ["aps": ["alert": "A"], "x": ["CallToAction": "BUY", "Do this": "SELL"]]
        let ids = [
            engage.notifications.receivedPush(payload), engage.notifications.opened(payload),
            engage.notifications.opened(payload, ["Call To Action": "Mine"]),
        ]
        try await core.outbox.flush()
        var found: [String?] = []
        for id in ids { found.append(try engage.event(try #require(id))?.event["Call To Action"]) }
        let expected = settings.isEmpty ? "BUY" : "SELL"
        #expect(found == [expected, expected, "Mine"])
        await core.close()
    }

    @Test func `deep and strange dictionaries are read as far as possible`() {
        var deep: [AnyHashable: Any] = ["Current Campaign": "deep"]
        for _ in 0..<500 { deep = ["x": deep] }
        hook.receivedPush(deep)
        hook.receivedPush([1: "number", "Current Campaign": "C"])
        #expect(recorded.campaigns[0].firstText(named: "Current Campaign") == nil)
        #expect(recorded.campaigns[1] == ["Current Campaign": "C"])
    }
}

extension EngageValue {
    /// The value as a notification's dictionary has it.
    fileprivate var plain: Any {
        switch self {
        case .text(let text): text
        case .integer(let number): Int(number)
        case .number(let number): number
        case .truth(let truth): truth
        case .list(let values): values.map(\.plain)
        case .dictionary(let values): values.mapValues(\.plain)
        }
    }
}
