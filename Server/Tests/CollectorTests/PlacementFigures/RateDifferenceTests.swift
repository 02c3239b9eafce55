import Testing

@testable import Collector

/// Newcombe's interval. The first six lines stand in his table II (Statistics in Medicine 17, 1998, method 10); all were
/// computed once more with scipy's interval of Wilson.
@Suite struct RateDifferenceTests {
    struct Line: Sendable {
        let first, second: (Int, Int)
        let difference, lower, upper: Double
        let isSmall: Bool
    }

    @Test(arguments: [
        Line(first: (48, 80), second: (56, 70), difference: 0.2, lower: 0.052431, upper: 0.333873, isSmall: true),
        Line(first: (3, 10), second: (9, 10), difference: 0.6, lower: 0.170523, upper: 0.809018, isSmall: true),
        Line(first: (2, 7), second: (6, 7), difference: 0.571429, lower: 0.058228, upper: 0.80625, isSmall: true),
        Line(first: (0, 29), second: (5, 56), difference: 0.089286, lower: -0.038137, upper: 0.19256, isSmall: true),
        Line(first: (0, 20), second: (0, 10), difference: 0, lower: -0.161125, upper: 0.277533, isSmall: true),
        Line(first: (0, 20), second: (10, 10), difference: 1, lower: 0.679086, upper: 1, isSmall: true),
        Line(
            first: (120, 4000), second: (168, 4100), difference: 0.010976, lower: 0.002911, upper: 0.019095,
            isSmall: false),
        Line(
            first: (500, 1000), second: (500, 1000), difference: 0, lower: -0.043742, upper: 0.043742, isSmall: false),
    ])
    func `the interval is that of the published table`(_ line: Line) throws {
        let found = try #require(
            RateDifference(
                from: .init(successes: line.first.0, trials: line.first.1),
                to: .init(successes: line.second.0, trials: line.second.1)))
        #expect(abs(found.difference - line.difference) < 1e-6)
        #expect(
            abs(found.interval.lowerBound - line.lower) < 1e-6 && abs(found.interval.upperBound - line.upper) < 1e-6)
        #expect(found.isSmall == line.isSmall)
        #expect(found.isSignificant == (line.lower > 0 || line.upper < 0))
        let turned = try #require(
            RateDifference(
                from: .init(successes: line.second.0, trials: line.second.1),
                to: .init(successes: line.first.0, trials: line.first.1)))
        #expect(
            abs(turned.interval.lowerBound + found.interval.upperBound) < 1e-12, "turned round, it is the mirror image")
    }

    /// Computed with Python's standard library and scipy's interval of Wilson.
    @Test(arguments: [(1, 0.002911, 0.019095), (2, 0.001742, 0.020281), (10, -0.000624, 0.022686)])
    func `of several comparisons each interval is wider, so that all hold together`(
        comparisons: Int, lower: Double, upper: Double
    ) throws {
        let found = try #require(
            RateDifference(
                from: .init(successes: 120, trials: 4000), to: .init(successes: 168, trials: 4100), among: comparisons))
        #expect(abs(found.interval.lowerBound - lower) < 1e-6 && abs(found.interval.upperBound - upper) < 1e-6)
        #expect(found.isSignificant == (lower > 0))
    }

    @Test func `no trials have no difference, and more successes than trials are all of them`() {
        #expect(RateDifference(from: .init(successes: 0, trials: 0), to: .init(successes: 1, trials: 2)) == nil)
        #expect(RateDifference.Sample(successes: 5, trials: 3).rate == 1)
    }

    @Test(arguments: [
        (10, 99, true), (9, 100, true), (10, 100, false), (90, 100, false), (91, 100, true), (100, 100, true),
    ])
    func `a sample is small below 100 trials, 10 successes or 10 failures`(successes: Int, trials: Int, isSmall: Bool) {
        let enough = RateDifference.Sample(successes: 500, trials: 1000)
        let sample = RateDifference.Sample(successes: successes, trials: trials)
        #expect(RateDifference(from: enough, to: sample)?.isSmall == isSmall)
    }
}
