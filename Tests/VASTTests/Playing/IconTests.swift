import Testing

@testable import VAST

/// Icons (VAST 4.3, section 3.11): their times, views, clicks and fallback images, and one icon per programme.
@Suite struct IconTests {
    static let rows: [Timeline] = [
        Timeline(
            "comes and goes", [.begin, .at(0.9), .at(1), .at(2.9), .at(3)], "i1 i2 start +icon0 firstQuartile -icon0 p3"
        ),
        Timeline("viewed once", [.begin, .at(1), .iconShown(0), .iconShown(0)], "i1 i2 start +icon0 iconview"),
        Timeline("not on screen", [.begin, .iconShown(0), .iconClicked(0)], "i1 i2 start"),
        Timeline(
            "not there", [.begin, .at(1), .iconShown(7), .iconShown(-1), .iconClicked(7), .iconFailed(-1)],
            "i1 i2 start +icon0"),
        Timeline(
            "clicked twice", [.begin, .at(1), .iconClicked(0), .returned, .iconClicked(0)],
            "i1 i2 start +icon0 iconclick +pause pause open:iconpage +play resume +pause pause open:iconpage"),
        Timeline("failed on screen", [.begin, .at(1), .iconFailed(0), .at(2)], "i1 i2 start +icon0 -icon0"),
        Timeline("failed beforehand", [.iconFailed(0), .begin, .at(1)], "i1 i2 start"),
        Timeline(
            "on screen at the end", [.begin, .at(1), .ended],
            "i1 i2 start +icon0 \(AdFixture.wholeVideo) unknown -icon0 +close =completed"),
        Timeline(
            "on screen at a skip", [.begin, .at(5), .seek(1), .skipped],
            "i1 i2 start firstQuartile p3 midpoint +skip rewind +icon0 skip unknown -icon0 =skipped"),
    ]

    @Test(arguments: rows) func `an icon causes exactly these actions`(row: Timeline) {
        #expect(row.answer(of: AdFixture.video()) == row.expected)
    }

    static func fallback(page: Bool, image: Bool = true) -> PlannedAd {
        var ad = AdFixture.video()
        ad.linear?.icons[0].value.fallbackImages = [Icon.FallbackImage(url: image ? "t:fallback.png" : nil)]
        if !page { ad.linear?.icons[0].value.clickThrough = nil }
        return ad
    }

    @Test(arguments: [
        (true, true, true, "+pause pause open:iconpage"), (true, false, true, "+pause pause +fallback0"),
        (false, true, true, "+pause pause +fallback0"), (false, true, false, ""), (true, false, false, ""),
    ])
    func `a fallback image is shown where no page can be opened`(
        page: Bool, opensPages: Bool, image: Bool, expected: String
    ) {
        let row = Timeline("", [.begin, .at(1), .iconClicked(0)], "i1 i2 start +icon0 iconclick " + expected)
        let answer = row.answer(
            of: Self.fallback(page: page, image: image), rules: Playback.Rules(opensPages: opensPages))
        #expect(answer == (expected.isEmpty ? String(row.expected.dropLast()) : row.expected))
    }

    @Test func `the ad continues when the fallback image is closed`() {
        let row = Timeline(
            "", [.begin, .at(1), .iconClicked(0), .iconFallbackClosed, .iconFallbackClosed, .at(3)],
            "i1 i2 start +icon0 iconclick +pause pause +fallback0 +play resume -icon0 firstQuartile p3")
        #expect(row.answer(of: Self.fallback(page: false)) == row.expected)
    }

    @Test func `where no page can be opened a click on the video counts and opens nothing`() {
        let row = Timeline("", [.begin, .clicked, .clicked], "i1 i2 start click")
        #expect(row.answer(of: AdFixture.video(), rules: Playback.Rules(opensPages: false)) == row.expected)
    }

    /// The programmes of icons, each one level nearer to the complete ad, then which icons fail and when, then the
    /// icons on screen after each tick.
    static let programs: [(programs: [String?], failed: [Int: Int], expected: [[Int]])] = [
        (["a", "a"], [:], [[1], [1], [1]]), (["a", "A"], [:], [[1], [1], [1]]),
        (["a", "b"], [:], [[0, 1], [0, 1], [0, 1]]),
        ([nil, nil], [:], [[0, 1], [0, 1], [0, 1]]), (["a", "b", "a"], [:], [[1, 2], [1, 2], [1, 2]]),
        (["a", "a"], [1: 1], [[1], [0], [0]]), (["a", "a"], [1: 0], [[1], [1], [1]]),
        (["a", "a", "a"], [1: 2, 2: 1], [[2], [1], [0]]), (["a", "a", "a"], [0: 1], [[2], [2], [2]]),
        (["a"], [0: 0], [[], [], []]),
        (["a", "b"], [1: 0], [[0, 1], [1], [1]]),
    ]

    @Test(arguments: programs.indices)
    func `one icon of a programme is shown, and the next replaces it after a failure`(index: Int) {
        let row = Self.programs[index]
        var schedule = IconSchedule(row.programs.enumerated().map { AdFixture.sourced(Icon(program: $1), $0) })
        var shown: Set<Int> = []
        for tick in 0..<3 {
            let failed = row.failed[tick].map { schedule.fail($0, at: .seconds(tick)) } ?? []
            for change in failed + schedule.reach(.seconds(tick)) {
                switch change {
                case .show(let icon): shown.insert(icon)
                case .hide(let icon): shown.remove(icon)
                }
            }
            #expect(shown.sorted() == row.expected[tick])
        }
    }

    @Test func `the first icon of a programme in a document is shown`() {
        var schedule = IconSchedule((0..<3).map { _ in AdFixture.sourced(Icon(program: "a")) })
        #expect(schedule.reach(.zero) == [.show(0)])
        #expect(schedule.fail(0, at: .zero) == [.hide(0), .show(1)])
    }

    static let windows: [(offset: Duration?, duration: Duration?, ticks: [Double], expected: [Int])] = [
        (nil, nil, [0, 99], [1, 0]), (.seconds(2), nil, [1, 2, 3], [0, 1, 0]), (.seconds(-2), nil, [0], [1]),
        (.seconds(2), .seconds(1), [2, 3, 2], [1, 1, 0]), (.seconds(2), .seconds(1), [9, 2, 9], [0, 1, 1]),
        (nil, .zero, [0, 1], [0, 0]), (nil, .seconds(-1), [0], [0]),
        (.seconds(Int64.max), .seconds(Int64.max), [0, 9], [0, 0]),
    ]

    @Test(arguments: windows.indices) func `an icon appears and disappears at its moments`(index: Int) {
        let row = Self.windows[index]
        var schedule = IconSchedule([AdFixture.sourced(Icon(offset: row.offset, duration: row.duration))])
        #expect(row.ticks.map { schedule.reach(.seconds($0)).count } == row.expected)
    }
}
