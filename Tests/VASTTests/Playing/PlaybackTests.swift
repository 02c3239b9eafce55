import Testing

@testable import VAST

/// ADS-100…119 and 142…146: what is requested and shown, as whole timelines.
@Suite struct PlaybackTests {
    static let origin = Origin(level: 0)

    static func url(_ name: String) -> URLTemplate? { URLTemplate(name == "about:blank" ? name : "t:\(name)") }

    static func ad(card: Bool = false, requirement: CompanionAds.Requirement = .none, skips: Bool = true) throws
        -> PlannedAd
    {
        func sourced(_ name: String) throws -> Sourced<URLTemplate> { Sourced(try #require(url(name)), from: origin) }
        func click(_ name: String) throws -> Sourced<Click> {
            Sourced(Click(url: try #require(url(name))), from: origin)
        }
        let names = [
            "loaded", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause",
            "resume", "rewind", "skip", "closeLinear", "notUsed", "fullscreen", "playerExpand",
        ]
        var events = try names.map { TrackingEvent(.init(rawValue: $0), url: try #require(url($0))) }
        events.append(TrackingEvent(.progress, offset: .time(.seconds(3)), url: try #require(url("p3"))))
        events.append(TrackingEvent(.progress, offset: .percent(90), url: try #require(url("p90"))))
        events.append(TrackingEvent(.progress, offset: .time(.seconds(99)), url: try #require(url("p99"))))
        let icon = Icon(
            offset: .seconds(1), duration: .seconds(2), clickThrough: url("iconpage"),
            viewTracking: [try #require(url("iconview"))])
        let linear = PlannedLinear(
            linear: Linear(skipOffset: skips ? .time(.seconds(5)) : nil, duration: .seconds(10)),
            trackingEvents: events.map { Sourced($0, from: origin) }, clickThrough: try click("page"),
            clickTracking: [try click("click")], icons: [Sourced(icon, from: origin)])
        let companion = Companion(
            resources: [.html("x")], clickTracking: [try click("cardclick").value],
            trackingEvents: [TrackingEvent(.creativeView, url: try #require(url("cardview")))])
        let viewable = ViewableImpression(
            viewable: [try #require(url("seen"))], notViewable: [try #require(url("unseen"))],
            undetermined: [try #require(url("unknown"))])
        let verification = Verification(
            trackingEvents: [TrackingEvent(.verificationNotExecuted, url: try #require(url("unverified")))])
        return PlannedAd(
            inLine: InLine(), impressions: [try sourced("i1"), try sourced("i2"), try sourced("about:blank")],
            errors: [try sourced("error")], viewableImpressions: [Sourced(viewable, from: origin)],
            verifications: [Sourced(verification, from: origin)], linear: linear,
            companions: card ? [Sourced(CompanionAds(required: requirement, items: [companion]), from: origin)] : [])
    }

    static func text(_ action: Playback.Action) -> String {
        switch action {
        case .request(let request): String(request.url.text.dropFirst(2))
        case .showSkipControl: "+skip"
        case .showIcon: "+icon"
        case .hideIcon: "-icon"
        case .showIconFallback: "+fallback"
        case .showCompanion: "+companion"
        case .showEndCard: "+card"
        case .open(let url): "open:" + url.text.dropFirst(2)
        case .reward: "+reward"
        case .finish(let outcome): "=\(outcome)"
        }
    }

    static func run(_ events: [Playback.Event], on ad: PlannedAd) -> String {
        var playback = Playback(ad)
        return events.enumerated().flatMap { index, event in
            playback.handle(event, at: .seconds(index)).map(text)
        }.joined(separator: " ")
    }

    typealias Row = (events: [Playback.Event], expected: String)
    static let begin = Playback.Event.started(duration: nil)
    static func at(_ seconds: Double) -> Playback.Event { .timeChanged(.seconds(seconds)) }
    static let all = "firstQuartile midpoint thirdQuartile complete"

    static let rows: [Row] = [
        ([.loaded, .loaded, begin], "loaded i1 i2 start"),
        ([begin, begin], "i1 i2 start"),
        ([begin, at(1), at(2.4), at(2.5)], "i1 i2 start +icon firstQuartile"),
        ([begin, at(8)], "i1 i2 start p3 firstQuartile midpoint thirdQuartile +skip"),
        ([begin, .ended], "i1 i2 start p3 p90 \(all) unknown =completed"),
        ([begin, at(10), .paused, .ended], "i1 i2 start p3 p90 \(all) unknown =completed"),
        ([begin, .paused, .paused, .resumed, .resumed], "i1 i2 start pause resume"),
        ([begin, .paused, .backgrounded, .foregrounded, .resumed], "i1 i2 start pause resume"),
        ([begin, .backgrounded, .foregrounded], "i1 i2 start pause resume"),
        ([.backgrounded, begin, .foregrounded, .paused], "i1 i2 start pause"),
        ([begin, .muted, .muted, .unmuted, .muted], "i1 i2 start mute unmute mute"),
        ([.muted, begin, .muted, .unmuted], "i1 i2 start unmute"),
        ([begin, at(4), .skipped], "i1 i2 start p3 firstQuartile"),
        (
            [begin, at(4.9), at(5), .skipped, .skipped, .ended],
            "i1 i2 start p3 firstQuartile midpoint +skip skip unknown =skipped"
        ),
        ([begin, .closed, .closed, .ended], "i1 i2 start closeLinear unknown =closed"),
        (
            [begin, .failed(.mediaPlayback), .failed(.mediaPlayback)],
            "i1 i2 start error unknown =failed(VAST.ErrorCode.mediaPlayback)"
        ),
        ([.failed(.mediaNotFound), begin], "error =failed(VAST.ErrorCode.mediaNotFound)"),
        ([.dropped, begin, .closed], "notUsed =notUsed"),
        ([begin, at(3), .seeked(.seconds(1)), at(3)], "i1 i2 start p3 firstQuartile rewind +icon -icon"),
        ([begin, .visibilityChanged(0.5), at(1), at(2)], "i1 i2 start +icon seen"),
        (
            [begin, .visibilityChanged(0.49), at(0.5), at(0.6), .ended],
            "i1 i2 start p3 p90 \(all) unseen =completed"
        ),
        ([begin, .clicked, .clicked], "i1 i2 start click open:page open:page"),
        (
            [begin, at(1), .iconShown(0), .iconShown(0), .iconClicked(0), at(3)],
            "i1 i2 start +icon iconview open:iconpage -icon p3 firstQuartile"
        ),
        (
            [begin, .fullscreenEntered, .fullscreenEntered, .fullscreenExited, .fullscreenEntered],
            "i1 i2 start fullscreen playerExpand fullscreen playerExpand"
        ),
        ([.verificationFailed(0, .unsupported), .verificationFailed(0, .rejected), begin], "unverified i1 i2 start"),
        ([begin, .ended, .replayed, begin, at(9), .ended], "i1 i2 start p3 p90 \(all) unknown =completed"),
    ]

    @Test(arguments: rows) func `a timeline asks for exactly this`(row: Row) throws {
        #expect(Self.run(row.events, on: try Self.ad()) == row.expected)
    }

    static let cardRows: [Row] = [
        (
            [begin, .ended, .companionShown(0), .companionShown(0), .companionClicked(0), .closed, .closed],
            "i1 i2 start p3 p90 \(all) unknown +card cardview cardclick open:page closeLinear =completed"
        ),
        (
            [begin, .ended, .companionFailed(0, .companionNotFetched)],
            "i1 i2 start p3 p90 \(all) unknown +card error =completed"
        ),
        ([begin, .companionFailed(0, .companion), .ended], "i1 i2 start error p3 p90 \(all) unknown =completed"),
    ]

    @Test(arguments: cardRows) func `an end card follows the ad`(row: Row) throws {
        #expect(Self.run(row.events, on: try Self.ad(card: true)) == row.expected)
    }

    @Test(arguments: [CompanionAds.Requirement.all, .any])
    func `an ad is not played without a companion it demands`(requirement: CompanionAds.Requirement) throws {
        let ad = try Self.ad(card: true, requirement: requirement)
        let answer = Self.run([.companionFailed(0, .companionNotFetched), Self.begin], on: ad)
        #expect(answer == "error =failed(VAST.ErrorCode.requiredCompanion)")
    }

    @Test func `an ad without an offset cannot be skipped`() throws {
        let answer = Self.run([Self.begin, Self.at(9), .skipped], on: try Self.ad(skips: false))
        #expect(!answer.contains("skip"))
    }

    static let odd: [Duration] = [
        .zero, .seconds(-1), .seconds(3), .seconds(5), .seconds(10), .seconds(Int64.max), .seconds(Int64.min),
    ]

    /// Any order of events, with odd times: no trap, one finish, no single event twice.
    @Test(arguments: UInt64(0)..<300) func `nothing is counted twice in any order of events`(seed: UInt64) throws {
        var state = seed &+ 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
        var playback = Playback(try Self.ad(card: true))
        var seen: [String] = []
        for _ in 0..<60 {
            let time = Self.odd[next(Self.odd.count)]
            let events: [Playback.Event] = [
                .loaded, .started(duration: time), .timeChanged(time), .seeked(time), .paused, .resumed, .muted,
                .unmuted, .stalled, .backgrounded, .foregrounded,
                .visibilityChanged([.nan, -1, 0.5, .infinity][next(4)]),
                .ended, .failed(.linear), .skipped, .closed, .clicked, .iconShown(next(3) - 1), .replayed,
                .companionShown(next(3) - 1), .companionClicked(0), .timeChanged(time), .timeChanged(time),
            ]
            seen += playback.handle(events[next(events.count)], at: Self.odd[next(Self.odd.count)]).map(Self.text)
        }
        let repeatable: Set = ["mute", "unmute", "pause", "resume", "rewind", "open:page"]
        let single = seen.filter { !repeatable.contains($0) }
        #expect(Set(single).count == single.count)
        #expect(seen.filter { $0.hasPrefix("=") }.count <= 1)
        #expect(!(seen.contains("skip") && seen.contains("complete")))
        if let end = seen.firstIndex(where: { $0.hasPrefix("=") }) {
            #expect(seen[(end + 1)...].allSatisfy { $0 == "closeLinear" })
        }
    }
}
