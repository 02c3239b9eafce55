import Testing

@testable import MarqueeHub

// HUB-206
@Suite struct ReadingMeterTests {
    @Test func `time in the background does not count`() {
        var meter = ReadingMeter(words: 100, startedAt: .seconds(10))
        meter.paused(at: .seconds(13))
        meter.resumed(at: .seconds(100))
        #expect(meter.report(at: .seconds(102))?.dwell == .seconds(5))
    }

    @Test func `a clock that runs backwards does not reduce the time`() {
        var meter = ReadingMeter(words: 100, startedAt: .seconds(10))
        #expect(meter.report(at: .seconds(5)) == nil)
        #expect(meter.report(at: .seconds(11))?.dwell == .seconds(1))
    }

    @Test func `the reports of one visit add up to its total time`() {
        var meter = ReadingMeter(words: nil, startedAt: .zero)
        #expect(meter.report(at: .seconds(3))?.dwell == .seconds(3))
        #expect(meter.report(at: .seconds(3)) == nil)
        #expect(meter.report(at: .seconds(7))?.dwell == .seconds(4))
    }

    @Test func `depth is the furthest point and stays within 0 to 1`() {
        var meter = ReadingMeter(words: nil, startedAt: .zero)
        for depth in [0.4, 0.2, .nan, -3, 7] { meter.scrolled(depth: depth) }
        #expect(meter.report(at: .zero)?.depth == 1)
    }

    struct Row: Sendable {
        let words: Int?
        let depth: Double
        let dwell: Duration
        let isCompleted: Bool
    }

    // 400 words take 100 s; a tenth of it is 10 s.
    @Test(arguments: [
        Row(words: 400, depth: 1, dwell: .seconds(10), isCompleted: true),
        Row(words: 400, depth: 0.9, dwell: .seconds(10), isCompleted: true),
        Row(words: 400, depth: 0.89, dwell: .seconds(60), isCompleted: false),
        Row(words: 400, depth: 1, dwell: .seconds(9), isCompleted: false),
        Row(words: 0, depth: 1, dwell: .seconds(1), isCompleted: true),
        Row(words: 0, depth: 1, dwell: .milliseconds(999), isCompleted: false),
        Row(words: 1_000_000_000, depth: 1, dwell: .seconds(30), isCompleted: true),
        Row(words: nil, depth: 1, dwell: .seconds(60), isCompleted: false),
    ])
    func `an article is completed near its end after a part of its reading time`(_ row: Row) {
        var meter = ReadingMeter(words: row.words, startedAt: .zero)
        meter.scrolled(depth: row.depth)
        #expect(meter.report(at: row.dwell)?.isCompleted == row.isCompleted)
    }

    @Test func `completion is reported once`() {
        var meter = ReadingMeter(words: 0, startedAt: .zero)
        meter.scrolled(depth: 1)
        #expect(meter.report(at: .seconds(2))?.isCompleted == true)
        #expect(meter.report(at: .seconds(4))?.isCompleted == false)
    }

    @Test(arguments: [
        ("<p>two words</p>", 2), ("<style>a</style><p class=\"x y\">one</p>", 2), ("漢字漢字", 2), ("", 0),
        ("naïve café", 2),
    ])
    func `words are counted outside tags`(_ text: String, _ words: Int) {
        #expect(WordCount.of(Array(text.utf8)) == words)
    }
}
