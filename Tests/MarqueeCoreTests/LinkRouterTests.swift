import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

/// ENG-168, ENG-170 to ENG-176: from a file and a link to the handlers that run.
struct LinkRouterTests {
    /// The sample of the ancestor's manual.
    static let sample = """
        {"logging": "true", "defaultRoute": {"handlers": ["postSilverpop"]}, "routes": {
            "test/:testId": {"handlers": ["postSilverpop"], "routeParameters": {
                "testId": {"required": "true", "regex": "[0-9]"}, "CurrentCampaign": {"required": "false"},
                "utmSource": {"required": "false"}}},
            "campaign/:CurrentCampaign": {"handlers": ["postSilverpop"], "routeParameters": {
                "CurrentCampaign": {"required": "true"}, "CampaignEndTimeStamp": {"required": "false"}}}}}
        """

    private let log = Log(build: .debug)
    private let messages = RecordingLog()

    init() {
        log.setReceiver(messages)
        log.severityLevel = .info
    }

    private func router(_ json: String = sample) throws -> LinkRouter {
        LinkRouter(try LinkMap(json: Data(json.utf8)), log: log)
    }

    private func open(_ link: String, _ router: LinkRouter) throws -> LinkRouter.Visit {
        router.open(try #require(URL(string: link)))
    }

    @Test(
        arguments: [
            ("Silverpop://campaign/Jeremy", "campaign/:CurrentCampaign", ["CurrentCampaign": "Jeremy"]),
            ("Silverpop://test/5?CurrentCampaign=J", "test/:testId", ["testId": "5", "CurrentCampaign": "J"]),
            ("Silverpop://test/5?unlisted=x", "test/:testId", ["testId": "5"]),
            ("Silverpop://campaign/Spring/extra/path", "campaign/:CurrentCampaign", ["CurrentCampaign": "Spring"]),
            ("Silverpop://test/52", nil, [:]), ("Silverpop://test/x", nil, [:]), ("Silverpop://test/", nil, [:]),
            ("Silverpop://campaign/?a=b", nil, ["a": "b"]), ("Silverpop://other?a=b", nil, ["a": "b"]),
            ("Silverpop://", nil, [:]),
        ] as [(String, String?, [String: String])]) func `a link leads to its route, or to the default route`(
            _ link: String, _ route: String?, _ parameters: [String: String]
        ) throws
    {
        let visit = try open(link, router())
        #expect(visit.route == route)
        #expect(visit.parameters == parameters)
    }

    @Test func `handlers run in the listed order and may change the parameters`() throws {
        let router = try router(#"{"routes": {"a/:x": {"handlers": ["one", "two", "three"]}}}"#)
        let ran = Locked<[String]>([])
        for (name, change) in [("three", "3"), ("one", "1"), ("two", "2")] {
            router.register(name) { parameters in
                ran.withLock { $0.append("\(name) \(parameters["x"] ?? "")") }
                parameters["x"] = change
            }
        }
        let visit = try open("s://a/0", router)
        #expect(ran.withLock { $0 } == ["one 0", "two 1", "three 2"])
        #expect(visit.handlers == ["one", "two", "three"])
        #expect(visit.parameters == ["x": "3"])
        // Nothing is left for the next link.
        #expect(try open("s://a/7", router).parameters == ["x": "3"])
        #expect(ran.withLock { $0.dropFirst(3).first } == "one 7")
    }

    struct Failed: Error {}

    @Test func `a handler that fails or is missing does not stop the next one`() throws {
        let router = try router(#"{"routes": {"a/:x": {"handlers": ["missing", "failing", "last"]}}}"#)
        router.register("failing") { parameters in
            parameters["x"] = "lost"
            throw Failed()
        }
        router.register("last") { $0["y"] = $0["x"] }
        let visit = try open("s://a/5", router)
        #expect(visit.handlers == ["last"])
        #expect(visit.parameters == ["x": "5", "y": "5"])
        #expect(messages.messages(.warning) == ["links: there is no handler \"missing\""])
        #expect(messages.messages(.error) == ["links: the handler \"failing\" failed"])
    }

    @Test(arguments: [
        (#"{"defaultRoute": {"handlers": ["a", "b"]}}"#, ["a", "b"]), (#"{"defaultRoute": {"handlers": []}}"#, []),
        (#"{"defaultRoute": {}}"#, []), ("{}", []),
    ]) func `without a route the default handlers get the query's parameters`(_ json: String, _ names: [String]) throws
    {
        let router = try router(json)
        let seen = Locked<[[String: String]]>([])
        for name in ["a", "b"] { router.register(name) { parameters in seen.withLock { $0.append(parameters) } } }
        let visit = try open("s://x/y?k=v", router)
        #expect(visit.handlers == names)
        #expect(seen.withLock { $0 } == names.map { _ in ["k": "v"] })
        #expect(visit.parameters == ["k": "v"])
        #expect(visit.route == nil)
    }

    @Test func `without a map only the query has parameters`() throws {
        let visit = try open("s://campaign/Name?k=v&nothing", LinkRouter(nil, log: log))
        #expect(visit.parameters == ["k": "v"])
        #expect(visit.handlers.isEmpty)
    }

    @Test func `the more exact route wins, then the alphabet`() throws {
        let router = try router(#"{"routes": {"a/:x": {}, "a/b": {}, "/:z": {}, "a/:w": {}}}"#)
        #expect(try open("s://a/b", router).route == "a/b")
        #expect(try open("s://a/c", router).route == "a/:w")
        #expect(try open("s://other/c", router).route == "/:z")
    }

    @Test(arguments: [
        (#""true""#, true), ("true", true), (#""false""#, false), ("false", false), (#""yes""#, false), ("1", false),
        ("null", false),
    ]) func `decisions are logged only if the file says true`(_ value: String, _ isLogging: Bool) throws {
        let router = try router(#"{"logging": \#(value), "routes": {"a/:x": {}}}"#)
        _ = try open("s://a/private?k=private", router)
        #expect(messages.entries.isEmpty == !isLogging)
        #expect(!messages.entries.contains { $0.message.contains("private") })
    }

    @Test(arguments: [(#""true""#, false), ("true", false), (#""false""#, true), ("false", true), (#""1""#, true)])
    func `a parameter is required by text or truth value`(_ value: String, _ isMatch: Bool) throws {
        let router = try router(#"{"routes": {"a": {"routeParameters": {"id": {"required": \#(value)}}}}}"#)
        #expect(try (open("s://a", router).route != nil) == isMatch)
    }

    @Test(arguments: [
        "", "[]", "{\"routes\": 1}", "{\"routes\": {\"a\": {\"handlers\": [1]}}}",
        "{\"routes\": {\"a\": {\"routeParameters\": {\"x\": {\"regex\": \"(\"}}}}}",
        "{\"logging\": \"" + String(repeating: "a", count: 262_144) + "\"}",
        "{\"routes\": {" + (0..<257).map { "\"r\($0)\": {}" }.joined(separator: ",") + "}}",
        "{\"defaultRoute\": {\"handlers\": [" + (0..<33).map { "\"h\($0)\"" }.joined(separator: ",") + "]}}",
        String(repeating: "[", count: 10_000),
    ]) func `a file that cannot be used is an error`(_ json: String) {
        #expect(throws: MarqueeError.self) { try LinkMap(json: Data(json.utf8)) }
    }

    @Test func `the file is read from a folder, and an unusable one is logged`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: LinkMap.fileName)
        #expect(try open("s://campaign/A", LinkRouter(folder: folder.url, log: log)).parameters == [:])
        #expect(try open("s://campaign/A", LinkRouter(folder: nil, log: log)).parameters == [:])
        #expect(messages.entries.isEmpty)
        try Data(Self.sample.utf8).write(to: file)
        #expect(
            try open("s://campaign/A", LinkRouter(folder: folder.url, log: log)).parameters == ["CurrentCampaign": "A"])
        try Data("{".utf8).write(to: file)
        #expect(try open("s://a?k=v", LinkRouter(folder: folder.url, log: log)).parameters == ["k": "v"])
        #expect(messages.messages(.error).count == 1)
    }
}
