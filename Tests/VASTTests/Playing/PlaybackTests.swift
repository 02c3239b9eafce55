import Testing

@testable import VAST

/// ADS-100…119 and 142…146, and the tracking events of VAST 4.3, section 3.14, as whole timelines.
@Suite struct PlaybackTests {
    private static let all = AdFixture.wholeVideo

    static let rows: [Timeline] = [
        Timeline("loading", [.loaded, .loaded, .begin], "loaded i1 i2 start"),
        Timeline("begun twice", [.begin, .begin], "i1 i2 start"),
        Timeline("presented, then loaded", [.presented, .loaded, .begin], "loaded +play i1 i2 start"),
        Timeline("loaded, then presented", [.loaded, .presented, .presented, .begin], "loaded +play i1 i2 start"),
        Timeline(
            "second by second", [.begin] + (1...10).map { .at(Double($0)) } + [.ended, .ended],
            "i1 i2 start +icon0 -icon0 firstQuartile p3 midpoint +skip thirdQuartile p90 complete unknown +close "
                + "=completed"),
        Timeline(
            "two quarters in one tick", [.begin, .at(6)], "i1 i2 start firstQuartile p3 midpoint +skip"),
        Timeline("only the end", [.begin, .ended], "i1 i2 start \(all) unknown +close =completed"),
        Timeline(
            "a late last tick", [.begin, .at(4), .at(10), .ended],
            "i1 i2 start firstQuartile p3 midpoint thirdQuartile p90 complete unknown +close =completed"),
        Timeline(
            "paused exactly in the middle", [.begin, .at(5), .paused, .at(5), .resumed, .at(5)],
            "i1 i2 start firstQuartile p3 midpoint +skip pause resume"),
        Timeline(
            "a file longer than the document says", [.started(duration: .seconds(20)), .at(5), .at(6), .at(18)],
            "i1 i2 start p3 firstQuartile +skip midpoint thirdQuartile p90"),
        Timeline(
            "a file that says 0", [.started(duration: .zero), .at(5)],
            "i1 i2 start firstQuartile p3 midpoint +skip"),
        Timeline("mute", [.begin, .muted, .muted, .unmuted, .muted], "i1 i2 start mute unmute mute"),
        Timeline("muted beforehand", [.muted, .begin, .muted, .unmuted], "i1 i2 start unmute"),
        Timeline("pause", [.begin, .paused, .paused, .resumed, .resumed], "i1 i2 start pause resume"),
        Timeline(
            "no pause at the natural end", [.begin, .at(10), .paused, .ended],
            "i1 i2 start \(all) unknown +close =completed"),
        Timeline(
            "rewind", [.begin, .at(4), .seek(2), .seek(2), .at(4), .seek(1)],
            "i1 i2 start firstQuartile p3 rewind +icon0 -icon0 rewind"),
        Timeline("forward over a quarter", [.begin, .at(2), .seek(4), .at(4.5)], "i1 i2 start +icon0 -icon0"),
        Timeline(
            "played on after a jump", [.begin, .at(1), .seek(6), .at(9), .skipped],
            "i1 i2 start +icon0 -icon0"),
        Timeline(
            "forward to the end and closed", [.begin, .seek(10), .closed], "i1 i2 start closeLinear unknown =closed"),
        Timeline(
            "forward to the end", [.begin, .at(4), .seek(10), .ended, .closed],
            "i1 i2 start firstQuartile p3 unknown +close =skipped closeLinear"),
        Timeline(
            "forward beyond the end", [.begin, .seek(99), .at(100), .ended], "i1 i2 start unknown +close =skipped"),
        Timeline(
            "forward, back, and played through", [.begin, .at(1), .seek(8), .at(9), .seek(1), .at(6), .at(9), .ended],
            "i1 i2 start +icon0 -icon0 rewind firstQuartile p3 midpoint +skip thirdQuartile p90 complete unknown "
                + "+close =completed"),
        Timeline(
            "forward, and back not far enough", [.begin, .at(3), .seek(8), .seek(5), .at(10), .ended],
            "i1 i2 start firstQuartile p3 rewind unknown +close =skipped"),
        Timeline(
            "forward, and back within what was played", [.begin, .at(6), .seek(8), .seek(2), .at(4), .at(8), .ended],
            "i1 i2 start firstQuartile p3 midpoint +skip rewind +icon0 -icon0 thirdQuartile p90 complete unknown +close "
                + "=completed"),
        Timeline(
            "back to the beginning between 100 % and the end", [.begin, .at(10), .seek(0), .at(10), .ended],
            "i1 i2 start \(all) unknown +close =completed"),
        Timeline(
            "skip before its time", [.begin, .at(4), .skipped], "i1 i2 start firstQuartile p3"),
        Timeline(
            "skip", [.begin, .at(5), .skipped, .skipped, .ended, .at(10)],
            "i1 i2 start firstQuartile p3 midpoint +skip skip unknown =skipped"),
        Timeline(
            "skip at 100 %", [.begin, .at(5), .at(10), .skipped, .ended],
            "i1 i2 start firstQuartile p3 midpoint +skip thirdQuartile p90 complete unknown +close =completed"),
        Timeline("close", [.begin, .closed, .closed, .ended, .at(9)], "i1 i2 start closeLinear unknown =closed"),
        Timeline(
            "close between 100 % and the end", [.begin, .at(10), .closed, .ended],
            "i1 i2 start \(all) closeLinear unknown =completed"),
        Timeline(
            "close after the end", [.begin, .ended, .closed, .closed],
            "i1 i2 start \(all) unknown +close =completed closeLinear"),
        Timeline("close before the first frame", [.loaded, .closed, .begin, .closed], "loaded =closed"),
        Timeline("dropped", [.loaded, .dropped, .begin, .closed], "loaded notUsed =notUsed"),
        Timeline(
            "full screen", [.begin, .fullscreenEntered, .fullscreenEntered, .fullscreenExited, .fullscreenEntered],
            "i1 i2 start fullscreen playerExpand exitFullscreen playerCollapse fullscreen playerExpand"),
        Timeline(
            "expand and collapse", [.begin, .expanded, .expanded, .collapsed, .expanded],
            "i1 i2 start expand adExpand adCollapse expand adExpand"),
        Timeline(
            "interaction", [.begin, .interacted, .interacted, .invitationAccepted, .invitationAccepted, .minimized],
            "i1 i2 start custom otherAdInteraction acceptInvitationLinear minimize"),
        Timeline(
            "an interactive file", [.begin, .interactiveStarted, .interactiveStarted, .ended],
            "i1 i2 start interactiveStart \(all) unknown +close =completed"),
        Timeline(
            "a click pauses", [.begin, .clicked, .clicked, .returned, .clicked, .resumed],
            "i1 i2 start click +pause pause open:page open:page +play resume +pause pause open:page resume"),
        Timeline(
            "replay", [.begin, .ended, .replayed, .begin, .at(9), .ended],
            "i1 i2 start \(all) unknown +close =completed"),
        Timeline(
            "failed mid-play", [.begin, .at(3), .failed(.mediaPlayback), .failed(.linear), .ended, .closed],
            "i1 i2 start firstQuartile p3 error405 +close unknown =failed:405 closeLinear"),
        Timeline(
            "failed before the first frame", [.loaded, .failed(.mediaNotFound), .begin, .closed],
            "loaded error401 +close =failed:401"),
    ]

    @Test(arguments: rows) func `a timeline causes exactly these actions`(row: Timeline) {
        #expect(row.answer(of: AdFixture.video()) == row.expected)
    }

    /// ADS-143: an unknown duration has no quartiles, but the end is counted.
    static let unknownDurations: [Timeline] = [
        Timeline(
            "0 in the document", [.begin, .at(0), .at(5), .at(100), .ended],
            "i1 i2 start p3 +skip p99 complete unknown +close =completed"),
        Timeline(
            "0 in both", [.started(duration: .zero), .at(5), .ended],
            "i1 i2 start p3 +skip complete unknown +close =completed"),
        Timeline(
            "negative in the file", [.started(duration: .seconds(-1)), .at(5)], "i1 i2 start p3 +skip"),
        Timeline(
            "known from the file", [.started(duration: .seconds(8)), .at(2), .ended],
            "i1 i2 start +icon0 firstQuartile p3 midpoint thirdQuartile p90 complete unknown -icon0 +close =completed"),
        Timeline(
            "paused at the beginning", [.begin, .at(0), .paused, .resumed], "i1 i2 start pause resume"),
    ]

    @Test(arguments: unknownDurations, [nil, Duration.zero, .seconds(-3)])
    func `no quartile of an unknown duration is counted`(row: Timeline, duration: Duration?) {
        var ad = AdFixture.video()
        ad.linear?.linear.duration = duration
        #expect(row.answer(of: ad) == row.expected)
    }

    @Test func `an ad without an offset cannot be skipped`() {
        var ad = AdFixture.video()
        ad.linear?.linear.skipOffset = nil
        let row = Timeline("", [.begin, .at(9), .skipped], "i1 i2 start firstQuartile p3 midpoint thirdQuartile p90")
        #expect(row.answer(of: ad) == row.expected)
    }

    @Test func `a click on an ad without a page is counted and opens nothing`() {
        var ad = AdFixture.video()
        #expect(Playback(ad).opensPage)
        ad.linear?.clickThrough = nil
        #expect(!Playback(ad).opensPage)
        let row = Timeline("", [.begin, .clicked], "i1 i2 start click")
        #expect(row.answer(of: ad) == row.expected)
    }
}
