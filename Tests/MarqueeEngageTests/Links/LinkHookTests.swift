import Foundation
import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-047, ENG-169, ENG-170: a link that opens the app becomes an event.
struct LinkHookTests {
    private static let map = """
        {"defaultRoute": {"handlers": ["postSilverpop"]}, "routes": {
            "test/:testId": {"handlers": ["postSilverpop"], "routeParameters": {
                "testId": {"required": "true", "regex": "[0-9]"}}},
            "campaign/:CurrentCampaign": {"handlers": ["postSilverpop"], "routeParameters": {
                "CurrentCampaign": {"required": "true"}, "CampaignEndTimeStamp": {"required": "false"}}},
            "silent/:id": {"handlers": []}}}
        """

    private func open(_ link: String, _ map: String?, _ values: [String: EngageValue] = [:]) throws -> RecordedHooks {
        let recorded = RecordedHooks()
        let router = LinkRouter(try map.map { try LinkMap(json: Data($0.utf8)) }, log: Log(build: .release))
        let id = LinkHook(router, recorded.hooks).open(try #require(URL(string: link)), values)
        #expect(id == EventID(high: 0, low: 1))
        return recorded
    }

    /// The links and parameters of the ancestor's manual and tests.
    @Test(arguments: [
        ("MakeAndBuild://campaign/Jeremy", ["CurrentCampaign": "Jeremy"]),
        ("MakeAndBuild://test/5?CurrentCampaign=Jeremy", ["testId": "5", "CurrentCampaign": "Jeremy"]),
        (
            "Silverpop://campaign/TestCurrentCampaign?CampaignEndTimeStamp=1419465600",
            ["CurrentCampaign": "TestCurrentCampaign", "CampaignEndTimeStamp": "1419465600"]
        ),
        ("Silverpop://campaign/TestCurrentCampaign", ["CurrentCampaign": "TestCurrentCampaign"]),
        ("Silverpop://test/52", [:]),
        ("Silverpop://campaign/Spring/extra/path", ["CurrentCampaign": "Spring"]),
        ("Silverpop://test/5?unlisted=x", ["testId": "5", "unlisted": "x"]),
        ("Silverpop://campaign/A?CurrentCampaign=B", ["CurrentCampaign": "B"]),
        // A route without the handler takes nothing from the path.
        ("Silverpop://silent/5?a=b", ["a": "b"]),
        ("Silverpop://", [:]),
    ]) func `the parameters of a link are the event's values, and a campaign is looked for in them`(
        _ link: String, _ parameters: [String: String]
    ) throws {
        let recorded = try open(link, Self.map)
        let values = parameters.mapValues { EngageValue.text($0) }
        #expect(recorded.events == [.sessionStarted(values)])
        #expect(recorded.campaigns == [values])
    }

    @Test(arguments: [
        ("MakeAndBuild://test/5?CurrentCampaign=UnitTestCampaign2", ["CurrentCampaign": "UnitTestCampaign2"]),
        ("MakeAndBuild://test/5?Current%20Campaign=UnitTest%202", ["Current Campaign": "UnitTest 2"]),
        ("MakeAndBuild://campaign/Name", [:]),
        ("MakeAndBuild://a?b&c=d", ["c": "d"]),
    ]) func `without a map, the query alone has parameters`(_ link: String, _ parameters: [String: String]) throws {
        #expect(try open(link, nil).events == [.sessionStarted(parameters.mapValues { .text($0) })])
    }

    @Test func `the app's values win, and an earlier link leaves nothing`() throws {
        let recorded = RecordedHooks()
        let router = LinkRouter(try LinkMap(json: Data(Self.map.utf8)), log: Log(build: .release))
        let hook = LinkHook(router, recorded.hooks)
        hook.open(try #require(URL(string: "s://campaign/A?x=1")), ["x": 2])
        hook.open(try #require(URL(string: "s://silent/5")))
        #expect(
            recorded.events == [.sessionStarted(["CurrentCampaign": "A", "x": 2]), .sessionStarted([:])])
    }

    // ENG-031: only the app's own values replace the ids and the values of the device.
    @Test func `a link cannot say who the user is or what the device is`() throws {
        let map = """
            {"routes": {"user/:Recipient Id": {"handlers": ["postSilverpop"], "routeParameters": {
                "Recipient Id": {"required": "true"}}}}}
            """
        let names = [
            "Device Name", "Device Version", "OS Name", "OS Version", "App Name", "App Version", "Device Id",
            "Primary User Id", "Anonymous Id", "Recipient Id",
        ]
        var link = URLComponents()
        (link.scheme, link.host, link.path) = ("s", "user", "/forged")
        link.queryItems = names.map { URLQueryItem(name: $0, value: "forged") } + [URLQueryItem(name: "b", value: "2")]
        let text = try #require(link.string)
        #expect(try open(text, map).events == [.sessionStarted(["b": "2"])])
        #expect(try open(text, map, ["OS Name": "X"]).events == [.sessionStarted(["b": "2", "OS Name": "X"])])
        #expect(try open("s://user/forged", map).events == [.sessionStarted([:])])
    }

    @Test func `an event of a link carries the ids of the user`() async throws {
        let fixture = try EngageFixture()
        let (core, engage) = try fixture.open()
        let link = try #require(URL(string: "s://a?Recipient%20Id=forged&Primary%20User%20Id=forged&b=2"))
        let id = try #require(engage.links.open(link))
        try await core.outbox.flush()
        let event = try #require(try engage.event(id)?.event)
        #expect([event["Recipient Id"], event["Primary User Id"], event["b"]] == ["", "mobile-1", "2"])
        await core.close()
    }

    @Test func `a parameter whose name no event can carry is left out`() throws {
        let link = "s://a?" + String(repeating: "n", count: 300) + "=1&b=2"
        #expect(try open(link, nil).events == [.sessionStarted(["b": "2"])])
    }
}
