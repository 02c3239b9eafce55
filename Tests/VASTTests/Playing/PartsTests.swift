import Testing

@testable import VAST

/// ADS-108, 109 and 142…145: the parts of playback on their own.
@Suite struct PartsTests {
    @Test(arguments: [
        (2.49, 10.0, 0), (2.5, 10, 1), (5, 10, 2), (7.49, 10, 2), (7.5, 10, 3), (9.99, 10, 3), (10, 10, 4),
        (11, 10, 4), (5, 0, 0), (-1, 10, 0), (8, 10, 3), (5, -1, 0),
    ])
    func `a quartile counts from its exact moment`(time: Double, duration: Double, count: Int) {
        var quartiles = Quartiles()
        let first = quartiles.reach(.seconds(time), of: .seconds(duration)).count
        let second = quartiles.reach(.seconds(time), of: .seconds(duration)).count
        #expect(first == count && second == 0)
    }

    static let ends: [(reached: Double, duration: Duration?, expected: [TrackingEvent.Name])] = [
        (0, .seconds(10), [.firstQuartile, .midpoint, .thirdQuartile, .complete]),
        (6, .seconds(10), [.thirdQuartile, .complete]),
        (10, .seconds(10), []), (6, nil, [.complete]), (6, .zero, [.complete]), (6, .seconds(-1), [.complete]),
    ]

    @Test(arguments: ends)
    func `the natural end reports the remaining quartiles, or only complete without a duration`(
        reached: Double, duration: Duration?, expected: [TrackingEvent.Name]
    ) {
        var quartiles = Quartiles()
        _ = quartiles.reach(.seconds(reached), of: duration)
        #expect(Array(quartiles.finish(of: duration)) == expected)
        #expect(quartiles.isComplete && quartiles.finish(of: duration).isEmpty)
    }

    static let skips: [(Offset?, Double, Bool)] = [
        (nil, 10, false), (.time(.seconds(5)), 4.99, false), (.time(.seconds(5)), 5, true),
        (.percent(25), 2.4, false), (.percent(25), 2.5, true), (.time(.seconds(11)), 20, false),
        (.time(.seconds(-1)), 5, false), (.percent(.nan), 10, false), (.percent(.infinity), 10, false),
        (.percent(-1), 10, false), (.percent(0), 0, true),
    ]

    @Test(arguments: skips) func `skipping is possible from the offset on`(offset: Offset?, time: Double, opens: Bool) {
        var rule = SkipRule(offset: offset)
        let hasOpened = rule.reach(.seconds(time), of: .seconds(10))
        #expect(hasOpened == opens)
        #expect(rule.isOpen == opens)
    }

    static let moments: [(Offset?, Duration?, Double, [Int])] = [
        (.time(.seconds(3)), .seconds(10), 2.99, []), (.time(.seconds(3)), .seconds(10), 3, [0]),
        (.percent(50), .seconds(10), 5, [0]), (.percent(50), nil, 99, []), (.percent(0), nil, 0, [0]),
        (.time(.seconds(11)), .seconds(10), 99, []), (.time(.seconds(-1)), .seconds(10), 99, []),
        (.percent(.nan), .seconds(10), 99, []), (.percent(1e300), .seconds(10), 99, []), (nil, .seconds(10), 99, []),
        (.time(.seconds(Int64.max)), nil, 99, []),
    ]

    @Test(arguments: moments)
    func `progress is reported once at its moment`(offset: Offset?, duration: Duration?, time: Double, expected: [Int])
    {
        var schedule = ProgressSchedule([TrackingEvent(.progress, offset: offset, url: "t:p")], duration: duration)
        let (first, second) = (Array(schedule.reach(.seconds(time))), Array(schedule.reach(.seconds(time))))
        #expect(first == expected)
        #expect(second.isEmpty)
    }

    @Test func `progress comes in the order of moments, then of the document`() {
        let offsets: [Offset] = [.percent(90), .time(.seconds(1)), .percent(10), .time(.seconds(3))]
        let events = offsets.map { TrackingEvent(.progress, offset: $0, url: "t:p") }
        var schedule = ProgressSchedule(events, duration: .seconds(10))
        let answers = [schedule.reach(.seconds(2)), schedule.reach(.seconds(1)), schedule.reach(.seconds(10))]
        #expect(answers.map(Array.init) == [[1, 2], [], [3, 0]])
    }

    /// The milestones when playing reaches 10 s of 10 s in one step: quartiles, and events by their index.
    @Test func `quartiles and progress come in the order of their moments`() {
        let offsets: [Offset] = [
            .percent(100), .time(.seconds(6)), .percent(50), .time(.seconds(1)), .time(.milliseconds(2_501)),
        ]
        var progress = PlaybackProgress(Linear(duration: .seconds(10)))
        progress.begin(nil, offsets.map { TrackingEvent(.progress, offset: $0, url: "t:p") })
        progress.play(to: .seconds(10))
        #expect(
            progress.reachMilestones() == [
                .progress(3), .quarter(.firstQuartile), .progress(4), .progress(2), .quarter(.midpoint), .progress(1),
                .quarter(.thirdQuartile), .progress(0), .quarter(.complete),
            ])
        #expect(progress.reachMilestones().isEmpty && progress.finishMilestones().isEmpty)
    }

    @Test func `timeSpentViewing is reported like progress`() {
        let event = TrackingEvent(.timeSpentViewing, offset: .time(.seconds(2)), url: "t:p")
        var schedule = ProgressSchedule([event], duration: nil)
        #expect(Array(schedule.reach(.seconds(2))) == [0])
    }

    static let offsets: [(Offset, Duration?, Duration?)] = [
        (.time(.seconds(3)), nil, .seconds(3)), (.time(.seconds(-3)), .seconds(1), nil),
        (.time(.seconds(8)), .seconds(8), .seconds(8)), (.time(.milliseconds(8_001)), .seconds(8), nil),
        (.time(Duration(attoseconds: .max)), nil, .seconds(1_000_000_000)), (.percent(0), nil, .zero),
        (.percent(25), .seconds(8), .seconds(2)), (.percent(7), .seconds(10), .milliseconds(700)),
        (.percent(100), .milliseconds(3_601_007), .milliseconds(3_601_007)),
        (.percent(33.3333), .seconds(1000), .milliseconds(333_333)), (.percent(25), nil, nil),
        (.percent(.nan), .seconds(8), nil),
        (.percent(100.1), .seconds(8), nil), (.percent(-1), .seconds(8), nil), (.percent(0), .seconds(8), .zero),
        (.percent(100), Duration(attoseconds: .max), .seconds(1_000_000_000)),
        (.percent(100), Duration(attoseconds: .min), .seconds(-1_000_000_000)),
    ]

    @Test(arguments: offsets) func `an offset is a moment of the ad, or is ignored`(
        offset: Offset, duration: Duration?, expected: Duration?
    ) {
        #expect(offset.time(in: duration) == expected)
    }
}
