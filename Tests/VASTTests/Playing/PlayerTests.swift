import Testing

@testable import VAST

/// ADS-112, 113, 137…139 and 151: what stops and resumes the player, and how long a viewer waits for media.
@Suite struct PlayerTests {
    static let stops: [Timeline] = [
        Timeline("background", [.begin, .backgrounded, .foregrounded], "i1 i2 start +pause pause +play resume"),
        Timeline(
            "twice over", [.begin, .backgrounded, .backgrounded, .foregrounded, .foregrounded],
            "i1 i2 start +pause pause +play resume"),
        Timeline(
            "an echo of the pause", [.begin, .backgrounded, .paused, .foregrounded],
            "i1 i2 start +pause pause +play resume"),
        Timeline(
            "paused by the viewer first", [.begin, .paused, .backgrounded, .foregrounded, .resumed],
            "i1 i2 start pause resume"),
        Timeline(
            "let go on in the background", [.begin, .paused, .backgrounded, .resumed, .foregrounded],
            "i1 i2 start pause +pause +play resume"),
        Timeline(
            "begun in the background", [.backgrounded, .begin, .foregrounded, .paused],
            "i1 i2 start +pause +play pause"),
        Timeline(
            "presented in the background", [.backgrounded, .presented, .loaded, .foregrounded, .begin],
            "loaded +play i1 i2 start"),
        Timeline(
            "a page outside of the app", [.begin, .clicked, .backgrounded, .foregrounded, .at(3), .returned],
            "i1 i2 start click +pause pause open:page +play resume firstQuartile p3"),
        Timeline(
            "a page within the app", [.begin, .clicked, .returned, .returned],
            "i1 i2 start click +pause pause open:page +play resume"),
        Timeline(
            "after the end", [.begin, .ended, .backgrounded, .foregrounded, .paused, .resumed, .muted],
            "i1 i2 start \(AdFixture.wholeVideo) unknown +close =completed"),
    ]

    /// ADS-112: a player that stops at the end reports the stop before the end.
    static let lastSeconds: [(name: String, events: [Playback.Event], counted: String)] = [
        ("stopped by the end", [.at(9.5), .paused, .ended], ""),
        ("stopped by the end, twice said", [.at(9.5), .paused, .paused, .ended], ""),
        ("a last tick", [.at(9.5), .paused, .at(10), .ended], ""),
        ("a pause before", [.at(8.9), .paused, .ended], "pause"),
        ("a pause, and on", [.at(9.5), .paused, .resumed, .ended], "pause resume"),
        ("a pause, and more of the ad", [.at(9.5), .paused, .at(9.6)], "pause"),
        ("a pause, and closed", [.at(9.5), .paused, .closed], "pause"),
        ("left for another app", [.at(9.5), .backgrounded, .ended], "pause"),
    ]

    @Test(arguments: lastSeconds.indices) func `the natural end is not a pause`(index: Int) {
        let row = Self.lastSeconds[index]
        let words = Timeline("", [.begin] + row.events, "").answer(of: AdFixture.video()).split(separator: " ")
        let counted = words.filter { ["pause", "resume"].contains($0) }
        #expect(counted.joined(separator: " ") == row.counted, "\(row.name)")
    }

    @Test(arguments: stops) func `an ad stops and continues once for any cause`(row: Timeline) {
        #expect(row.answer(of: AdFixture.video()) == row.expected)
    }

    @Test(arguments: [
        (Ad.Medium?.none, "i1 i2 start +pause pause firstQuartile p3 +play resume"),
        (.video, "i1 i2 start +pause pause firstQuartile p3 +play resume"),
        (.audio, "i1 i2 start firstQuartile p3"), (.hybrid, "i1 i2 start firstQuartile p3"),
    ])
    func `audio continues in the background`(medium: Ad.Medium?, expected: String) {
        var ad = AdFixture.video()
        ad.medium = medium
        let row = Timeline("", [.begin, .backgrounded, .at(3), .foregrounded], expected)
        #expect(row.answer(of: ad) == row.expected)
        let early = Timeline(
            "", [.backgrounded, .begin], expected.contains("pause") ? "i1 i2 start +pause" : "i1 i2 start")
        #expect(early.answer(of: ad) == early.expected)
    }

    /// Each event with its time.
    typealias Timed = (name: String, events: [(Double, Playback.Event)], expected: String)

    static let waits: [Timed] = [
        ("never loaded", [(0, .presented), (7.9, .ticked), (8, .ticked)], "error402 +close =failed:402"),
        ("nothing on screen", [(0, .ticked), (100, .loaded), (200, .begin)], "loaded i1 i2 start"),
        (
            "loaded late, begun late", [(0, .presented), (7, .loaded), (14, .ticked), (14.9, .begin), (99, .at(1))],
            "loaded +play i1 i2 start +icon0"
        ),
        (
            "loaded, never begun", [(0, .presented), (7, .loaded), (15, .ticked)],
            "loaded +play error402 +close =failed:402"
        ),
        ("waiting in the background", [(0, .presented), (1, .backgrounded), (99, .ticked), (100, .foregrounded)], ""),
        (
            "a short stall", [(0, .begin), (1, .stalled), (8.9, .ticked), (9, .at(1)), (99, .at(2))],
            "i1 i2 start +icon0"
        ),
        (
            "a long stall", [(0, .begin), (1, .stalled), (9, .ticked), (10, .at(1))],
            "i1 i2 start error402 +close unknown =failed:402"
        ),
        (
            "a stall while paused",
            [(0, .begin), (1, .stalled), (2, .paused), (99, .ticked), (100, .resumed), (107, .ticked)],
            "i1 i2 start pause resume"
        ),
        (
            "stalled again and again", [(0, .begin), (1, .stalled), (5, .stalled), (9, .stalled)],
            "i1 i2 start error402 +close unknown =failed:402"
        ),
        (
            "a clock that goes back", [(100, .begin), (100, .stalled), (1, .ticked), (8.9, .ticked), (9, .ticked)],
            "i1 i2 start error402 +close unknown =failed:402"
        ),
    ]

    @Test(arguments: waits.indices) func `media that arrive too late end the ad with 402`(index: Int) {
        let row = Self.waits[index]
        var playback = Playback(AdFixture.video())
        let actions = row.events.flatMap { playback.handle($0.1, at: .seconds($0.0)) }
        #expect(actions.map(Timeline.word).joined(separator: " ") == row.expected, "\(row.name)")
    }

    @Test func `an app may wait longer`() {
        var playback = Playback(AdFixture.video(), rules: Playback.Rules(mediaTimeout: .seconds(20)))
        let answers = [(0.0, Playback.Event.presented), (19.9, .ticked), (20, .ticked)].map {
            playback.handle($0.1, at: .seconds($0.0)).count
        }
        #expect(answers == [0, 0, 3])
    }

    /// ADS-141: the text of a countdown, and that of a skip control before skipping is possible.
    static let countdowns: [(event: Playback.Event, left: Int?, skip: Int?)] = [
        (.loaded, 10, 5), (.begin, 10, 5), (.at(-3), 10, 5), (.at(0.1), 10, 5), (.at(1), 9, 4), (.at(4.5), 6, 1),
        (.at(5), 5, 0),
        (.paused, 5, 0), (.seek(2), 8, 0), (.seek(9), 1, 0), (.seek(2), 8, 0), (.at(9.999), 1, 0), (.at(10), 0, 0),
        (.at(11), 0, 0), (.ended, 0, 0),
        (.at(3), 0, 0),
    ]

    @Test func `a countdown rounds seconds up and ends at 0`() {
        var playback = Playback(AdFixture.video())
        for row in Self.countdowns {
            _ = playback.handle(row.event, at: .zero)
            #expect(playback.countdown == row.left && playback.skipCountdown == row.skip, "\(row.event)")
        }
    }

    @Test func `a seek does not bring skipping nearer`() {
        var playback = Playback(AdFixture.video())
        for event in [Playback.Event.begin, .at(1), .seek(8)] { _ = playback.handle(event, at: .zero) }
        #expect(playback.countdown == 2 && playback.skipCountdown == 4)
    }

    @Test(arguments: [
        (Duration?.none, Offset?.none, Int?.none, Int?.none), (nil, .time(.seconds(3)), nil, 3),
        (nil, .percent(50), nil, nil), (.seconds(10), .percent(50), 10, 5),
        (.seconds(10), .time(.seconds(11)), 10, nil),
        (.seconds(10), .percent(.nan), 10, nil),
        (.seconds(Int64.max), .percent(100), 1_000_000_000, 1_000_000_000),
        (.zero, .percent(0), nil, 0),
    ])
    func `an unknown duration has no countdown`(duration: Duration?, offset: Offset?, left: Int?, skip: Int?) {
        var ad = AdFixture.video()
        ad.linear?.linear.duration = duration
        ad.linear?.linear.skipOffset = offset
        let playback = Playback(ad)
        #expect(playback.countdown == left)
        #expect(playback.skipCountdown == skip)
    }

    @Test func `the file's duration drives the countdown`() {
        var playback = Playback(AdFixture.video())
        _ = playback.handle(.started(duration: .seconds(20)), at: .zero)
        _ = playback.handle(.at(5), at: .seconds(5))
        #expect(playback.remaining == .seconds(15) && playback.playhead == .seconds(5))
        #expect(playback.duration == .seconds(20))
    }
}
