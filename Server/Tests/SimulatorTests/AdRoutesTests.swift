import Foundation
import HTTPTypes
import MarqueeCore
import MarqueeTesting
import Testing

@testable import Simulator

/// The lab's bench for ads: who may use it, what it refuses, and what comes back. HUB-244
@Suite(.timeLimit(.minutes(10))) struct AdRoutesTests {
    private let fixture: LabFixture

    init() throws {
        fixture = try LabFixture()
    }

    struct Started: Decodable {
        let id: String
        let nonce: String
        let pages: [String: String]
        let ownPages: [String: String]?
        let answer: Answer

        /// The path of a page on the content's origin.
        func path(_ page: String) -> String { URL(string: pages[page] ?? "")?.path() ?? "" }
    }

    struct Answer: Decodable {
        struct Action: Decodable {
            let name: String
            let text: String?
            let update: String?
        }

        let actions: [Action]
        let state: String
        let isFinished: Bool

        var names: [String] { actions.map(\.name) }
        var updates: String { actions.compactMap(\.update).joined() }
    }

    private static func setup(
        _ creative: String = "<b>ad</b>", second: String? = nil, placement: String = "inline", more: [String: Any] = [:]
    ) throws -> String {
        var setup: [String: Any] = [
            "creative": creative, "version": "3.0", "placement": placement, "features": ["tel"],
            "layout": [
                "screen": ["width": 360, "height": 640], "maximum": ["width": 360, "height": 600],
                "place": ["x": 20, "y": 213, "width": 320, "height": 50],
            ],
        ]
        setup["second"] = second
        setup.merge(more) { $1 }
        return String(decoding: try JSONSerialization.data(withJSONObject: setup), as: UTF8.self)
    }

    private func start(_ setup: String) async throws -> Started {
        let answer = try await fixture.send(.post, "/lab/api/ads", json: setup)
        try #require(answer.status == .created, "\(answer.message)")
        return try answer.decoded()
    }

    private func tell(_ ad: Started, _ inputs: String...) async throws -> Answer {
        let json = "{\"inputs\":[\(inputs.joined(separator: ","))]}"
        let answer = try await fixture.send(.post, "/lab/api/ads/\(ad.id)/inputs", json: json)
        try #require(answer.status == .ok, "\(answer.message)")
        return try answer.decoded()
    }

    private static func message(_ command: String, _ argument: String = "") -> String {
        #"{"name":"message","text":"{\"command\":\"\#(command)\",\"arguments\":[\#(argument)],\"id\":1}"}"#
    }

    @Test func `inputs lead to the container's actions, in order`() async throws {
        let ad = try await start(Self.setup())
        #expect(ad.answer.state == "loading" && ad.answer.names == ["wake"])
        let ready = try await tell(ad, Self.message("loaded"))
        #expect(ready.state == "default" && ready.names == ["call"])
        #expect(ready.updates.contains("\"name\":\"ready\""))
        let waiting = try await tell(ad, Self.message("expand"))
        #expect(!waiting.names.contains("expand") && !waiting.updates.contains("tap"), "\(waiting.names)")
        fixture.uptime.withLock { $0 += .seconds(1) }
        let refused = try await tell(ad, #"{"name":"timePassed"}"#)
        #expect(refused.names == ["call"] && refused.updates.contains("expand needs a tap by the user"))
        let expanded = try await tell(ad, #"{"name":"tapped"}"#, Self.message("expand"), #"{"name":"settled"}"#)
        #expect(expanded.state == "expanded" && expanded.names == ["expand", "showCloseRegion", "wake", "call"])
        let gone = try await tell(ad, Self.message("unload"))
        #expect(gone.isFinished && gone.actions.last?.text == "The ad called unload()")
    }

    @Test func `a link leads out after a tap, and never to a file`() async throws {
        let ad = try await start(Self.setup())
        let link = #"{"name":"navigation","text":"https://ads.example/"}"#
        _ = try await tell(ad, Self.message("loaded"), link)
        fixture.uptime.withLock { $0 += .seconds(1) }
        let refused = try await tell(ad, #"{"name":"timePassed"}"#)
        #expect(refused.actions.last?.text == "The user has not tapped the ad recently")
        let opened = try await tell(ad, #"{"name":"tapped"}"#, link)
        #expect(opened.names == ["reportClick", "open"])
        let file = try await tell(ad, #"{"name":"navigation","text":"file:///etc/passwd"}"#)
        #expect(file.names == ["note"])
    }

    @Test(arguments: [
        #"{"name":"pageLoaded","page":"first"}"#, #"{"name":"pageFailed","page":"second","text":"x"}"#,
        #"{"name":"closeTapped"}"#, #"{"name":"failed","command":"open","text":"x"}"#, #"{"name":"videoEnded"}"#,
        #"{"name":"laidOut","layout":{"screen":{"width":1,"height":1},"maximum":{"width":1,"height":1},"place":{"width":1,"height":1}}}"#,
        #"{"name":"turned","orientation":"landscape","isLocked":true}"#,
        #"{"name":"exposed","page":"first","number":50,"box":{"x":0,"y":0,"width":9,"height":9}}"#,
        #"{"name":"covered"}"#, #"{"name":"uncovered"}"#, #"{"name":"backgrounded"}"#, #"{"name":"foregrounded"}"#,
        #"{"name":"volumeChanged","number":50}"#, #"{"name":"volumeChanged"}"#,
        #"{"name":"located","place":{"latitude":1,"longitude":2}}"#,
        #"{"name":"located","place":{"latitude":900,"longitude":2}}"#,
        #"{"name":"featuresChanged","features":["sms","location"]}"#, #"{"name":"timePassed"}"#,
        #"{"name":"message","text":"nonsense"}"#, #"{"name":"message"}"#, #"{"name":"navigation"}"#,
    ])
    func `every event of a page is accepted`(input: String) async throws {
        let ad = try await start(Self.setup(second: "<b>second</b>"))
        _ = try await tell(ad, Self.message("loaded"), input)
    }

    @Test(arguments: [
        ("", "the inputs are not understood"), ("{}", "the inputs are not understood"),
        (#"{"inputs":[{"name":"fly"}]}"#, "the inputs are not understood"),
        (#"{"inputs":[{"name":"laidOut"}]}"#, "laidOut lacks its \"layout\""),
        (#"{"inputs":[{"name":"turned"}]}"#, "turned lacks its \"orientation\""),
        (#"{"inputs":[{"name":"failed","command":"fly"}]}"#, "failed lacks its \"command\""),
        (#"{"inputs":[{"name":"featuresChanged"}]}"#, "featuresChanged lacks its \"features\""),
        (
            #"{"inputs":["# + Array(repeating: #"{"name":"covered"}"#, count: 201).joined(separator: ",") + "]}",
            "at most 200 inputs come at once"
        ),
    ])
    func `a malformed input is refused with the fault`(json: String, message: String) async throws {
        let ad = try await start(Self.setup())
        let answer = try await fixture.send(.post, "/lab/api/ads/\(ad.id)/inputs", json: json)
        #expect(answer.status == .badRequest)
        #expect(answer.message == message)
    }

    @Test func `markup that is not an ad is refused`() async throws {
        for (setup, message) in [
            (try Self.setup(" "), "The creative is empty"), ("{}", "the ad's setup is not understood"),
            (try Self.setup(more: ["version": "4.0"]), "the ad's setup is not understood"),
            (try Self.setup(String(repeating: "x", count: 1_048_577)), "The creative is larger than 1048576 bytes"),
            (try Self.setup(second: ""), "The creative is empty"),
        ] {
            let answer = try await fixture.send(.post, "/lab/api/ads", json: setup)
            #expect(answer.status == .badRequest)
            #expect(answer.message == message)
        }
    }

    /// Every route of the lab that reads a body.
    @Test(arguments: [
        ("/lab/api/ads", 4_194_304), ("/lab/api/ads/AD/inputs", 1_048_576),
        ("/lab/api/devices", CommandTable.maximumSize),
        ("/lab/api/devices/PHONE/commands", CommandTable.maximumSize),
    ])
    func `a request above its size is refused as such`(path: String, limit: Int) async throws {
        let path = path.replacing("AD", with: try await start(Self.setup()).id)
            .replacing("PHONE", with: try await fixture.phone())
        let answer = try await fixture.send(.post, path, json: String(repeating: "x", count: limit + 1))
        #expect(answer.status == .contentTooLarge)
        #expect(answer.message == "The request is larger than this address takes.")
    }

    @Test func `a page of an ad is sandboxed without an origin, on the content port`() async throws {
        let ad = try await start(Self.setup("<b>first</b>", second: "<b>second</b>"))
        #expect(ad.pages["first"]?.hasPrefix("http://127.0.0.1:4711/ad/") == true)
        for (name, text) in [("first", "<b>first</b>"), ("second", "<b>second</b>")] {
            let page = try await fixture.page(ad.path(name))
            #expect(page.status == .ok)
            let policy = page.headers[.contentSecurityPolicy] ?? ""
            #expect(
                policy.hasPrefix("default-src 'none'; script-src https: blob: data: 'unsafe-inline' 'unsafe-eval';"))
            #expect(policy.hasSuffix("sandbox allow-scripts allow-forms; frame-ancestors http://127.0.0.1:8080"))
            let html = String(decoding: page.body, as: UTF8.self)
            #expect(html.contains(text) && html.contains(ad.nonce))
            #expect(html.contains("\"origin\":\"http://127.0.0.1:8080\""))
            #expect(html.contains("\"environment\"") == (name == "first"))
        }
        for path in [ad.path("first") + "x", "/ad/x/first", "/ad/x", "/ad/\(ad.nonce)/first"] {
            #expect(try await fixture.page(path).status == .notFound, "\(path)")
        }
        #expect(try await fixture.send(.get, ad.path("first")).status == .notFound, "not on the lab's origin")
        _ = try await fixture.send(.delete, "/lab/api/ads/\(ad.id)")
        #expect(try await fixture.page(ad.path("first")).status == .notFound)
    }

    /// A page that is asked for by its own name is at home there; by any other, the ad's other page's included, it is a stranger.
    @Test func `each page of an ad on this machine has an origin of its own`() async throws {
        let ad = try await start(Self.setup())
        let own = try #require(ad.ownPages?["first"])
        #expect(own == "http://ad-\(ad.id)-first.localhost:4711\(ad.path("first"))")
        for (host, isOwn) in [
            ("ad-\(ad.id)-first.localhost:4711", true), ("ad-\(ad.id)-second.localhost:4711", false),
            ("ad-\(ad.id)0-first.localhost:4711", false), ("localhost:4711", false),
            ("ad-\(ad.id)-first.localhost.evil.example", false),
        ] {
            let page = try await fixture.page(ad.path("first"), host: host)
            #expect(page.headers[.contentSecurityPolicy]?.contains("allow-same-origin") == isOwn, "\(host)")
        }
        for (content, expected) in [
            ("http://localhost:1", "http://*.localhost:1"),
            ("http://[::1]:1", "http://*.localhost:1"),
            ("http://192.168.1.7:1", nil), ("https://localhost:1", nil), ("http://lab.example:1", nil), ("", nil),
        ] {
            #expect(AdOrigin.pattern(content: content) == expected)
        }
    }

    /// One faulty input keeps none of the others from being taken: they come again without it.
    @Test func `a batch is handled as a whole or not at all`() async throws {
        let ad = try await start(Self.setup())
        let json = "{\"inputs\":[\(Self.message("loaded")),{\"name\":\"turned\"}]}"
        #expect(try await fixture.send(.post, "/lab/api/ads/\(ad.id)/inputs", json: json).status == .badRequest)
        #expect(try await tell(ad, Self.message("loaded")).state == "default")
        let again = try await tell(ad)
        #expect(again.names.isEmpty)
    }

    @Test func `an ad without a second page has none`() async throws {
        let ad = try await start(Self.setup())
        #expect(try await fixture.page(ad.path("second")).status == .notFound)
    }

    @Test func `the bench has the lab's rules for header, hosts and people`() async throws {
        let setup = try Self.setup()
        #expect(try await fixture.send(.post, "/lab/api/ads", json: setup, headers: [:]).status == .forbidden)
        let headers = ["x-marquee-lab": "1", "origin": "https://evil.example"]
        #expect(try await fixture.send(.post, "/lab/api/ads", json: setup, headers: headers).status == .forbidden)
        #expect(try await fixture.send(.get, "/lab/mraid", host: "evil.example").status == .forbidden)
        let page = try await fixture.send(.get, "/lab/mraid")
        #expect(
            page.headers[.contentSecurityPolicy]?.contains("frame-src http://127.0.0.1:4711 http://*.localhost:4711;")
                == true)
        for asset in ["ads.css", "ads.js", "asks.js", "call.js", "frames.js", "places.js", "stage.js"] {
            #expect(try await fixture.send(.get, "/lab/assets/\(asset)").status == .ok, "\(asset)")
        }
        fixture.mayUse.withLock { $0 = false }
        for path in ["/lab/mraid", "/lab/api/ads/samples"] {
            #expect(try await fixture.send(.get, path).status == .forbidden, "\(path)")
        }
    }

    /// HUB-244
    @Test func `a creative on a phone of the lab gets the phone's location`() async throws {
        let phone = try await fixture.phone()
        let ushuaia = Place(latitude: -54.8, longitude: -68.3, accuracy: 40)
        try await fixture.command(phone, "device.locate", ["place": ushuaia])
        let ad = try await start(Self.setup(more: ["device": phone, "features": ["location"]]))
        let told = try await tell(ad, Self.message("loaded")).updates
        for part in [#""lat":-54.8"#, #""lon":-68.3"#, #""accuracy":40"#] { #expect(told.contains(part), "\(told)") }
        let elsewhere = try await start(Self.setup(more: ["device": fixture.phone(), "features": ["location"]]))
        #expect(try await !tell(elsewhere, Self.message("loaded")).updates.contains("lat"))
        let nowhere = try await fixture.send(.post, "/lab/api/ads", json: Self.setup(more: ["device": "77"]))
        #expect(nowhere.status == .notFound && nowhere.message == "there is no device 77")
    }

    @Test func `samples describe themselves`() async throws {
        struct Sample: Decodable {
            let title: String
            let version: String
            let placement: String
            let creative: String
            let second: String?
        }
        let samples: [Sample] = try await fixture.send(.get, "/lab/api/ads/samples").decoded()
        #expect(
            samples.map(\.placement) == [
                "inline", "inline", "inline", "interstitial", "inline", "interstitial", "inline",
            ])
        #expect(samples.map(\.version) == ["3.0", "3.0", "3.0", "3.0", "3.0", "3.0", "2.0"])
        #expect(samples[0].title == "A banner that expands")
        #expect(samples[2].second?.hasPrefix("<!DOCTYPE html>") == true && !samples[2].creative.contains("DOCTYPE"))
        for sample in samples { _ = try await start(Self.setup(sample.creative, second: sample.second)) }
    }

    @Test func `at most sixteen ads exist, and a new one replaces the one unused the longest`() async throws {
        let first = try await start(Self.setup())
        let kept = try await start(Self.setup())
        fixture.uptime.withLock { $0 += .seconds(1) }
        _ = try await tell(kept, Self.message("loaded"))
        for _ in 0..<15 { _ = try await start(Self.setup()) }
        let gone = try await fixture.send(.post, "/lab/api/ads/\(first.id)/inputs", json: #"{"inputs":[]}"#)
        #expect(gone.status == .notFound)
        #expect(gone.message == "the ad \(first.id) has ended; start it again")
        _ = try await tell(kept)
    }
}
