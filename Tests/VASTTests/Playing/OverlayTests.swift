import Testing

@testable import VAST

/// Overlays (VAST 4.3, sections 3.12 and 3.14): shown, released after their time, closed, failed.
@Suite struct OverlayTests {
    static let rows: [Timeline] = [
        Timeline("shown", [.overlayShown(0), .overlayShown(0)], "i creativeView start"),
        Timeline("asked for", [.presented, .overlayShown(0)], "+overlay0 i creativeView start"),
        Timeline(
            "seen for as long as it asks", [.overlayShown(0), .at(4.9), .at(5), .at(6), .ended, .closed],
            "i creativeView start overlayViewDuration ~overlay0 =completed close"),
        Timeline(
            "one that asks for nothing", [.overlayShown(1), .at(99), .ended],
            "i creativeView start overlayViewDuration =completed"),
        Timeline(
            "closed by the viewer before its time", [.overlayShown(0), .at(2), .closed, .closed],
            "i creativeView start overlayViewDuration close =closed"),
        Timeline(
            "made small", [.overlayShown(0), .at(2), .minimized, .minimized, .at(5), .closed],
            "i creativeView start overlayViewDuration minimize ~overlay0 close =closed"),
        Timeline(
            "accepted", [.overlayShown(0), .invitationAccepted, .invitationAccepted, .expanded, .expanded, .collapsed],
            "i creativeView start overlayViewDuration acceptInvitation adExpand adCollapse"),
        Timeline(
            "tapped", [.overlayShown(0), .overlayClicked(0), .overlayClicked(0), .overlayClicked(7)],
            "i creativeView start chain own open:page open:page"),
        Timeline(
            "not to be skipped", [.overlayShown(0), .at(99), .skipped],
            "i creativeView start overlayViewDuration ~overlay0"),
        Timeline(
            "no quarters", [.started(duration: .seconds(4)), .at(2), .at(4), .ended],
            "i creativeView start overlayViewDuration =completed"),
        Timeline(
            "the next version", [.presented, .overlayFailed(0, .nonLinearTooLarge), .overlayShown(1), .closed],
            "+overlay0 error501 +overlay1 i creativeView start overlayViewDuration close =closed"),
        Timeline(
            "the other version failed first", [.overlayFailed(1, .nonLinearTooLarge), .presented, .overlayShown(0)],
            "error501 +overlay0 i creativeView start"),
        Timeline(
            "failed on screen", [.overlayShown(0), .overlayFailed(0, .nonLinear), .overlayShown(1), .at(99)],
            "i creativeView start error500 +overlay1"),
        Timeline(
            "gone before its time", [.overlayShown(0), .overlayFailed(0, .nonLinear), .at(6)],
            "i creativeView start error500 +overlay1"),
        Timeline(
            "none left",
            [.presented, .overlayFailed(0, .nonLinearNotFetched), .overlayFailed(1, .nonLinearUnsupported)],
            "+overlay0 error502 +overlay1 error503 =failed:503"),
        Timeline(
            "all too large", [.overlayFailed(0, .nonLinearTooLarge), .overlayFailed(1, .nonLinearTooLarge), .closed],
            "error501 =failed:501"),
        Timeline(
            "failed as a whole", [.overlayShown(0), .failed(.nonLinear), .closed],
            "i creativeView start error500 =failed:500 close"),
        Timeline("dropped", [.dropped, .overlayShown(0)], "=notUsed"),
        Timeline("not there", [.overlayShown(7), .overlayShown(-1)], ""),
        Timeline(
            "in the background", [.overlayShown(0), .backgrounded, .foregrounded],
            "i creativeView start +pause pause +play resume"),
    ]

    @Test(arguments: rows) func `an overlay causes exactly these actions`(row: Timeline) {
        #expect(row.answer(of: AdFixture.overlays()) == row.expected)
    }

    @Test func `an overlay that does not appear in time is 502`() {
        var playback = Playback(AdFixture.overlays())
        let answers = [(0.0, Playback.Event.presented), (7.9, .ticked), (8, .ticked)].map {
            playback.handle($0.1, at: .seconds($0.0)).map(Timeline.word)
        }
        #expect(answers == [["+overlay0"], [], ["error502", "=failed:502"]])
    }

    static let unusable: [(String, [NonLinear], String)] = [
        ("no resource", [NonLinear()], "error503 =failed:503"),
        (
            "a kind that is no picture",
            [NonLinear(resources: [.file(url: "t:x", type: "application/x-shockwave-flash")])],
            "error503 =failed:503"
        ),
        ("no overlay", [], "error403 =failed:403"),
        ("a script", [NonLinear(resources: [.file(url: "t:x", type: "application/x-javascript")])], "+overlay0"),
        ("the second", [NonLinear(), NonLinear(resources: [.frame(url: "t:x")])], "+overlay1"),
    ]

    @Test(arguments: unusable)
    func `the first overlay with a supported resource is shown`(name: String, items: [NonLinear], expected: String) {
        #expect(Timeline(name, [.presented], "").answer(of: AdFixture.overlays(items)) == expected)
    }

    @Test func `a player that shows only pictures chooses a picture`() {
        let rules = Playback.Rules(resourcePreference: [.file])
        #expect(Timeline("", [.presented], "").answer(of: AdFixture.overlays(), rules: rules) == "+overlay1")
    }

    @Test func `a companion beside an overlay opens its page without a pause`() {
        var ad = AdFixture.overlays()
        ad.companions = AdFixture.video(companions: [AdFixture.companion("a", .concurrent, page: true)]).companions
        let row = Timeline(
            "", [.overlayShown(0), .companionShown(0), .companionClicked(0)],
            "i creativeView start +companion0 aview aclick open:apage")
        #expect(row.answer(of: ad) == row.expected)
    }

    @Test func `where no page can be opened a tap counts and opens nothing`() {
        let row = Timeline("", [.overlayShown(0), .overlayClicked(0)], "i creativeView start chain own")
        #expect(row.answer(of: AdFixture.overlays(), rules: Playback.Rules(opensPages: false)) == row.expected)
    }

    static func both() -> PlannedAd {
        var ad = AdFixture.video()
        let events = [
            AdFixture.event(.start, nil, "t:overlaystart"), AdFixture.event(.complete, nil, "t:overlaycomplete"),
            AdFixture.event(.progress, .time(.seconds(2)), "t:overlay2"),
        ]
        ad.nonLinear = PlannedNonLinear(
            items: [NonLinear(minimumDuration: .seconds(4), resources: [.html("x")])], trackingEvents: events)
        return ad
    }

    static let bothRows: [Timeline] = [
        Timeline(
            "a video asks for none of the overlay's trackers", [.begin, .overlayShown(0), .overlayClicked(0), .ended],
            "i1 i2 start \(AdFixture.wholeVideo) unknown +close =completed"),
        Timeline(
            "an overlay asks for none of the video's", [.overlayShown(0), .at(1), .at(3), .at(6), .skipped, .ended],
            "i1 i2 overlaystart overlay2 ~overlay0 unknown =completed"),
        Timeline(
            "a video whose overlay failed", [.overlayFailed(0, .nonLinearNotFetched), .presented, .loaded, .begin],
            "error502 loaded +play i1 i2 start"),
        Timeline(
            "the overlay of a video fails while it plays", [.begin, .overlayFailed(0, .nonLinearNotFetched)],
            "i1 i2 start"),
    ]

    @Test(arguments: bothRows) func `only one part of an ad with video and overlays is shown`(row: Timeline) {
        #expect(row.answer(of: Self.both()) == row.expected)
    }
}
