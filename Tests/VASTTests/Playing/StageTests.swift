import Testing

@testable import VAST

/// ADS-117, 118 and the rule that nothing is counted twice, where several parts of an ad meet.
@Suite struct StageTests {
    typealias Shared = PlaybackTests

    static func event(_ name: TrackingEvent.Name, _ offset: Offset? = nil, _ text: String) throws -> TrackingEvent {
        TrackingEvent(name, offset: offset, url: try #require(Shared.url(text)))
    }

    static func withOverlay() throws -> PlannedAd {
        var ad = try Shared.ad()
        let events = [
            try event(.start, nil, "overlaystart"), try event(.complete, nil, "overlaycomplete"),
            try event(.progress, .time(.seconds(2)), "overlay2"),
        ]
        ad.nonLinear = PlannedNonLinear(
            items: [NonLinear()], trackingEvents: events.map { Sourced($0, from: Shared.origin) })
        return ad
    }

    @Test func `a playing video asks for none of the overlay's trackers`() throws {
        let answer = Shared.run([Shared.begin, .ended], on: try Self.withOverlay())
        #expect(answer == "i1 i2 start p3 p90 \(Shared.all) unknown =completed")
    }

    @Test func `a shown overlay asks for none of the video's trackers`() throws {
        let answer = Shared.run([.overlayShown(0), Shared.at(6), .skipped], on: try Self.withOverlay())
        #expect(answer == "i1 i2 overlaystart overlay2")
    }

    @Test func `a wrapper's companion counters are asked for once, whatever is shown`() throws {
        let shown = ["a", "b"].map { Companion(id: $0, renderingMode: .concurrent, resources: [.html($0)]) }
        let counter = Companion(
            clickTracking: [Click(url: try #require(Shared.url("wrapclick")))],
            trackingEvents: [try Self.event(.creativeView, nil, "wrapview")])
        var ad = try Shared.ad()
        ad.companions = [[counter], shown].map { Sourced(CompanionAds(items: $0), from: Shared.origin) }
        let answer = Shared.run(
            [
                Shared.begin, .companionShown(0), .companionShown(1), .companionShown(0), .companionClicked(0),
                .companionClicked(1),
            ], on: ad)
        #expect(answer == "i1 i2 start +companion +companion wrapview wrapclick open:page open:page")
    }

    @Test(arguments: [
        (["picture", "page", "markup"], 2), (["picture", "page"], 1), (["picture", "picture"], 0),
        (["picture", "picture markup"], 1), (["markup", "markup"], 0), (["", "picture"], 1),
    ])
    func `of several end cards markup comes first`(kinds: [String], expected: Int) {
        let url: URLTemplate = "t:x"
        let known: [Substring: Resource] = [
            "picture": .file(url: url, type: "image/png"), "page": .frame(url: url), "markup": .html("x"),
        ]
        let items = kinds.map { Companion(resources: $0.split(separator: " ").compactMap { known[$0] }) }
        let ads = CompanionAds(items: items)
        #expect(CompanionStage([Sourced(ads, from: Shared.origin)]).endCard == expected)
    }

    static let moments: [(Offset?, Duration?, Double, [Int])] = [
        (.time(.seconds(3)), .seconds(10), 2.99, []), (.time(.seconds(3)), .seconds(10), 3, [0]),
        (.percent(50), .seconds(10), 5, [0]), (.percent(50), nil, 99, []), (.percent(0), nil, 0, [0]),
        (.time(.seconds(11)), .seconds(10), 99, []), (.time(.seconds(-1)), .seconds(10), 99, []),
        (.percent(.nan), .seconds(10), 99, []), (.percent(1e300), .seconds(10), 99, []), (nil, .seconds(10), 99, []),
        (.time(.seconds(Int64.max)), nil, 99, []),
    ]

    @Test(arguments: moments)
    func `progress is told at its moment, once`(
        offset: Offset?, duration: Duration?, time: Double, expected: [Int]
    ) throws {
        var schedule = ProgressSchedule([try Self.event(.progress, offset, "p")], duration: duration)
        let (first, second) = (Array(schedule.reach(.seconds(time))), Array(schedule.reach(.seconds(time))))
        #expect(first == expected)
        #expect(second.isEmpty)
    }

    @Test func `progress comes in the order of moments, then of the document`() throws {
        let offsets: [Offset] = [.percent(90), .time(.seconds(1)), .percent(10), .time(.seconds(3))]
        var schedule = ProgressSchedule(try offsets.map { try Self.event(.progress, $0, "p") }, duration: .seconds(10))
        let answers = [schedule.reach(.seconds(2)), schedule.reach(.seconds(1)), schedule.reach(.seconds(10))]
        #expect(answers.map(Array.init) == [[1, 2], [], [3, 0]])
    }
}
