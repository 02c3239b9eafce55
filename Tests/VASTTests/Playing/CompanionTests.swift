import Testing

@testable import VAST

/// ADS-117…119 and 147: companions beside an ad, end cards after it, and ads that require them (VAST 4.3, section
/// 3.13).
@Suite struct CompanionTests {
    private static let all = AdFixture.wholeVideo

    static let cards: [Timeline] = [
        Timeline(
            "shown, tapped, closed",
            [
                .begin, .ended, .companionShown(0), .companionShown(0), .companionClicked(0), .companionClicked(0),
                .closed, .closed,
            ],
            "i1 i2 start \(all) unknown +card0 +close aview aclick open:page open:page closeLinear =completed"),
        Timeline(
            "not loaded", [.begin, .ended, .companionFailed(0, .companionNotFetched), .companionShown(0)],
            "i1 i2 start \(all) unknown +card0 +close error603 =completed"),
        Timeline(
            "not loaded, and neither seen nor tapped",
            [.begin, .companionFailed(0, .companion), .companionShown(0), .companionClicked(0)],
            "i1 i2 start error600"),
        Timeline(
            "not loaded beforehand", [.begin, .companionFailed(0, .companion), .ended],
            "i1 i2 start error600 \(all) unknown +close =completed"),
        Timeline(
            "not shown after a skip", [.begin, .at(5), .skipped],
            "i1 i2 start firstQuartile p3 midpoint +skip skip unknown =skipped"),
        Timeline(
            "shown after a jump to the end", [.begin, .seek(10), .ended, .companionShown(0), .closed],
            "i1 i2 start unknown +card0 +close aview closeLinear =skipped"),
        Timeline("not shown after closing", [.begin, .closed], "i1 i2 start closeLinear unknown =closed"),
        Timeline(
            "not shown after a failure", [.begin, .failed(.mediaPlayback)],
            "i1 i2 start error405 +close unknown =failed:405"),
    ]

    @Test(arguments: cards) func `an end card follows the ad`(row: Timeline) {
        #expect(row.answer(of: AdFixture.video(companions: [AdFixture.companion("a")])) == row.expected)
    }

    @Test func `a player may show the end card after a skip`() {
        let row = Timeline(
            "", [.begin, .at(5), .skipped, .companionShown(0), .closed, .closed],
            "i1 i2 start firstQuartile p3 midpoint +skip skip unknown +card0 +close aview closeLinear =skipped")
        let ad = AdFixture.video(companions: [AdFixture.companion("a")])
        #expect(row.answer(of: ad, rules: Playback.Rules(showsEndCardAfterSkip: true)) == row.expected)
    }

    @Test func `the next end card replaces one that fails`() {
        let row = Timeline(
            "", [.begin, .ended, .companionFailed(0, .companionNotFetched), .companionShown(1), .closed],
            "i1 i2 start \(Self.all) unknown +card0 +close error603 +card1 bview closeLinear =completed")
        let ad = AdFixture.video(companions: [AdFixture.companion("a"), AdFixture.companion("b")])
        #expect(row.answer(of: ad) == row.expected)
    }

    /// The result of each rendering mode: shown with the first frame, or after the end.
    static let modes: [(modes: [Companion.RenderingMode?], beside: String, after: String)] = [
        ([nil], "", "+card0"), ([.default], "", "+card0"), ([.endCard], "", "+card0"),
        ([.concurrent], "+companion0", ""),
        ([.default, .endCard], "", "+card1"), ([.concurrent, .default], "+companion0", "+card1"),
        ([.concurrent, .concurrent], "+companion0 +companion1", ""), ([.endCard, .endCard], "", "+card0"), ([], "", ""),
    ]

    @Test(arguments: modes.indices) func `a companion is shown by its rendering mode`(index: Int) {
        let row = Self.modes[index]
        let ad = AdFixture.video(companions: row.modes.map { AdFixture.companion("a", $0) })
        let words = Timeline("", [.begin, .ended], "").answer(of: ad).split(separator: " ")
        #expect(words.filter { $0.hasPrefix("+companion") }.joined(separator: " ") == row.beside)
        #expect(words.filter { $0.hasPrefix("+card") }.joined(separator: " ") == row.after)
    }

    /// The player's rule, the modes, and the companions shown with the first frame and after the end.
    static let places: [(beside: Playback.CompanionsBeside, modes: [Companion.RenderingMode?], shown: String)] = [
        (.never, [.concurrent], ""), (.never, [.concurrent, nil], "+card1"), (.never, [.endCard], "+card0"),
        (.whereAsked, [.concurrent, nil], "+companion0 +card1"), (.whereAllowed, [nil], "+companion0"),
        (.whereAllowed, [.default, .concurrent, .endCard], "+companion0 +companion1 +card2"),
        (.whereAllowed, [.endCard], "+card0"), (.whereAllowed, [nil, nil], "+companion0 +companion1"),
    ]

    @Test(arguments: places.indices) func `a companion is shown by the player's rules`(index: Int) {
        let row = Self.places[index]
        let ad = AdFixture.video(companions: row.modes.map { AdFixture.companion("a", $0) })
        let rules = Playback.Rules(companionsBeside: row.beside)
        let words = Timeline("", [.begin, .ended], "").answer(of: ad, rules: rules).split(separator: " ")
        #expect(words.filter { $0.hasPrefix("+c") && $0 != "+close" }.joined(separator: " ") == row.shown)
    }

    /// Two companions that leave their place to the player cannot both follow the video, but can both be beside it.
    @Test(arguments: [
        (Playback.CompanionsBeside.whereAsked, nil, "error602 +close =failed:602"), (.whereAllowed, nil, "i1 i2 start"),
        (.never, Companion.RenderingMode.concurrent, "error602 +close =failed:602"),
    ])
    func `a demand is checked against the available places`(
        beside: Playback.CompanionsBeside, mode: Companion.RenderingMode?, expected: String
    ) {
        let companions = [AdFixture.companion("a", mode), AdFixture.companion("b", mode)]
        let ad = AdFixture.video(companions: companions, required: .all)
        let row = Timeline("", [.begin], expected)
        #expect(row.answer(of: ad, rules: Playback.Rules(companionsBeside: beside)).hasPrefix(row.expected))
    }

    static let clicks: [(own: Bool, video: Bool, opensPages: Bool, expected: String)] = [
        (true, true, true, "aclick open:apage"), (true, false, true, "aclick open:apage"),
        (false, true, true, "aclick open:page"), (false, false, true, ""), (true, true, false, "aclick"),
    ]

    @Test(arguments: clicks)
    func `an end card without an address opens the video's page`(
        own: Bool, video: Bool, opensPages: Bool, expected: String
    ) {
        var ad = AdFixture.video(companions: [AdFixture.companion("a", page: own)])
        if !video { ad.linear?.clickThrough = nil }
        let row = Timeline("", [.begin, .ended, .companionClicked(0)], expected)
        let rules = Playback.Rules(opensPages: opensPages)
        let words = row.answer(of: ad, rules: rules).split(separator: " ")
        #expect(words.drop { $0 != "+card0" }.joined(separator: " ") == ("+card0 +close " + row.expected).trimmed)
    }

    @Test func `a tap on a companion beside the ad pauses it`() {
        let ad = AdFixture.video(companions: [AdFixture.companion("a", .concurrent, page: true)])
        let row = Timeline(
            "", [.begin, .companionShown(0), .companionClicked(0), .returned],
            "i1 i2 start +companion0 aview aclick +pause pause open:apage +play resume")
        #expect(row.answer(of: ad) == row.expected)
    }

    /// Which of three companions fail before the first frame, and whether the ad plays then. The third has nothing to
    /// show.
    static let demands: [(CompanionAds.Requirement?, failed: [Int], isPlayed: Bool)] = [
        (nil, [0, 1], true), (CompanionAds.Requirement.none, [0, 1], true), (.any, [], true), (.any, [0], true),
        (.any, [1], true), (.any, [0, 1], false), (.all, [], true), (.all, [0], false), (.all, [1], false),
        (.all, [2], true), (.any, [0, 2], true),
    ]

    @Test(arguments: demands)
    func `an ad does not start without the companions that it requires`(
        requirement: CompanionAds.Requirement?, failed: [Int], isPlayed: Bool
    ) {
        let items = [
            AdFixture.companion("a"), AdFixture.companion("b", .concurrent), Companion(clickTracking: ["t:count"]),
        ]
        let ad = AdFixture.video(companions: items, required: requirement)
        let events: [Playback.Event] = failed.map { .companionFailed($0, .companionNotFetched) } + [.begin]
        let answer = Timeline("", events, "").answer(of: ad)
        let played = failed.contains(1) ? "i1 i2 start" : "i1 i2 start +companion1"
        #expect(answer.hasSuffix(isPlayed ? played : "error602 +close =failed:602"))
    }

    /// The requirement, the modes of the companions, and whether the ad plays. Only one end card is shown, so with
    /// `all` only one companion may follow the ad.
    static let crowds: [(CompanionAds.Requirement, modes: [Companion.RenderingMode?], isPlayed: Bool)] = [
        (.all, [.endCard, .endCard], false), (.all, [nil, nil], false), (.all, [.endCard, .default], false),
        (.all, [.concurrent, nil, .endCard], false), (.all, [.concurrent, .concurrent, nil], true),
        (.all, [.concurrent, .concurrent], true), (.all, [.endCard], true), (.any, [.endCard, .endCard], true),
        (.none, [nil, nil], true),
    ]

    @Test(arguments: crowds.indices) func `an ad that requires two end cards does not start`(index: Int) {
        let row = Self.crowds[index]
        let items = row.modes.map { AdFixture.companion("a", $0) }
        let answer = Timeline("", [.presented, .begin], "")
            .answer(of: AdFixture.video(companions: items, required: row.0))
        #expect(answer.hasPrefix(row.isPlayed ? "i1 i2 start" : "error602 +close =failed:602"))
    }

    @Test(arguments: [Playback.Event.begin, .presented])
    func `a demand that no resource can meet is found before the start`(event: Playback.Event) {
        let pictures = Companion(resources: [.file(url: "t:x", type: "image/png")])
        let ad = AdFixture.video(companions: [pictures], required: .all)
        let row = Timeline("", [event, .loaded], "error602 +close =failed:602")
        #expect(row.answer(of: ad, rules: Playback.Rules(resourcePreference: [.html])) == row.expected)
    }

    @Test func `each level has its own demand, and a level without companions has none`() {
        var ad = AdFixture.video()
        ad.companions = [
            AdFixture.sourced(CompanionAds(required: .all, items: [Companion(clickTracking: ["t:count"])]), 0),
            AdFixture.sourced(CompanionAds(required: .any, items: [Companion(clickTracking: ["t:count"])]), 0),
            AdFixture.sourced(CompanionAds(required: .any, items: [AdFixture.companion("outer")]), 1),
            AdFixture.sourced(
                CompanionAds(required: CompanionAds.Requirement.none, items: [AdFixture.companion("inner")]), 2),
        ]
        let played = Timeline("", [.companionFailed(0, .companion), .begin], "error600 i1 i2 start")
        #expect(played.answer(of: ad) == played.expected)
        let refused = Timeline("", [.companionFailed(1, .companion), .begin], "error602 +close =failed:602")
        #expect(refused.answer(of: ad) == refused.expected)
    }

    static let middles: [(CompanionAds.Requirement, [Playback.Event], String)] = [
        (.all, [.companionFailed(0, .companionNotFetched)], "error602"),
        (
            .all, [.companionFailed(0, .companionNotFetched), .companionFailed(1, .companionTooLarge)],
            "error602 error601"
        ),
        (.any, [.companionFailed(0, .companionNotFetched)], "error603"),
        (
            .any, [.companionFailed(0, .companionNotFetched), .companionFailed(1, .companionTooLarge)],
            "error603 error602"
        ),
        (.none, [.companionFailed(0, .companionNotFetched), .companionFailed(1, .companionNotFetched)], "error603"),
    ]

    @Test(arguments: middles)
    func `a demand that fails during the ad is reported, and the ad continues`(
        requirement: CompanionAds.Requirement, events: [Playback.Event], expected: String
    ) {
        let companions = [AdFixture.companion("a", .concurrent), AdFixture.companion("b", .concurrent)]
        let ad = AdFixture.video(companions: companions, required: requirement)
        let row = Timeline(
            "", [.begin] + events + [.at(3)], "i1 i2 start +companion0 +companion1 \(expected) firstQuartile p3")
        #expect(row.answer(of: ad) == row.expected)
    }

    /// The kinds of resources of two companions, the player's preference, the end card and its resource.
    static let kinds: [(items: [String], preference: String, card: Int?, kind: String?)] = [
        (["file", "frame", "html"], "html frame file", 2, "html"), (["file", "frame"], "html frame file", 1, "frame"),
        (["file", "file"], "html frame file", 0, "file"), (["file", "file html"], "html frame file", 1, "html"),
        (["html", "html"], "html frame file", 0, "html"), (["", "file"], "html frame file", 1, "file"),
        (["file html"], "file html", 0, "file"), (["html frame", "file"], "file frame html", 1, "file"),
        (["html"], "file", nil, nil), (["flash", "file"], "html frame file", 1, "file"), (["flash"], "file", nil, nil),
        (["untyped"], "file", 0, "file"), (["script"], "file", 0, "file"), (["html"], "", nil, nil),
    ]

    @Test(arguments: kinds.indices) func `the preferred kind of several resources is shown`(index: Int) {
        let row = Self.kinds[index]
        let url: URLTemplate = "t:x"
        let resources: [Substring: Resource] = [
            "file": .file(url: url, type: "image/png"), "frame": .frame(url: url), "html": .html("x"),
            "flash": .file(url: url, type: "application/x-shockwave-flash"), "untyped": .file(url: url, type: ""),
            "script": .file(url: url, type: "text/javascript"),
        ]
        let kinds: [Substring: Resource.Kind] = ["file": .file, "frame": .frame, "html": .html]
        let items = row.items.map { Companion(resources: $0.split(separator: " ").compactMap { resources[$0] }) }
        let preference = row.preference.split(separator: " ").compactMap { kinds[$0] }
        let playback = Playback(
            AdFixture.video(companions: items), rules: Playback.Rules(resourcePreference: preference))
        #expect(playback.stage.companions.endCard == row.card)
        let kind = row.card.flatMap { playback.resource(ofCompanionAt: $0)?.kind }
        #expect(kind.map { "\($0)" } == row.kind)
    }

    @Test func `companions are numbered from the complete ad outwards`() {
        var ad = AdFixture.video()
        ad.companions = [
            AdFixture.sourced(CompanionAds(items: [AdFixture.companion("outer")]), 0),
            AdFixture.sourced(CompanionAds(items: [AdFixture.companion("inner"), AdFixture.companion("inner2")]), 1),
        ]
        let playback = Playback(ad)
        let found = (0..<3).map { playback.companion(at: $0) }
        #expect(found.map { $0?.value.id } == ["inner", "inner2", "outer"])
        #expect(found.map { $0?.origin.level } == [1, 1, 0])
        #expect(playback.companion(at: 3) == nil && playback.companion(at: -1) == nil)
        #expect(playback.resource(ofCompanionAt: 3) == nil && playback.resource(ofCompanionAt: -1) == nil)
    }
}
