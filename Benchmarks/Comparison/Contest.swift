public import Benchmark

/// The same work done by two sides in one run, in turns, so that a noisy machine disturbs both alike.
///
/// What counts is the ratio.
public struct Contest: Sendable {
    private let unit: String
    private let ours: BenchmarkMetric
    private let baseline: BenchmarkMetric
    private let ratio: BenchmarkMetric

    /// - Parameters:
    ///   - unit: what is counted, in the plural.
    ///   - baseline: what the work is compared with, in a few words.
    public init(unit: String, against baseline: String) {
        self.unit = unit
        ours = .custom("Marquee: \(unit)/s", polarity: .prefersLarger, useScalingFactor: false)
        self.baseline = .custom("\(baseline): \(unit)/s", polarity: .prefersLarger, useScalingFactor: false)
        ratio = .custom("Marquee, % of \(baseline)", polarity: .prefersLarger, useScalingFactor: false)
    }

    /// One sample per round, for at most `rounds` rounds or two minutes.
    /// - Parameter warmups: rounds before them that do not count; 0 where a round takes minutes to prepare.
    public func configuration(rounds: Int, warmups: Int = 1) -> Benchmark.Configuration {
        .init(
            metrics: [ours, baseline, ratio], warmupIterations: warmups, maxDuration: .seconds(120),
            maxIterations: rounds)
    }

    /// Times one round of both sides; who begins changes from round to round.
    /// - Parameters:
    ///   - benchmark: collects both rates and their ratio.
    ///   - count: how many of the unit each side handles.
    ///   - ours: does our side's work and tells how long the part that counts took.
    ///   - baseline: does the same work the other way.
    /// - Throws: what a side threw; the round then counts for neither.
    public func round(
        _ benchmark: Benchmark, count: Int, ours: () async throws -> Duration, baseline: () async throws -> Duration
    ) async throws {
        let times: (ours: Duration, baseline: Duration)
        if benchmark.currentIteration.isMultiple(of: 2) {
            let first = try await ours()
            times = (first, try await baseline())
        } else {
            let first = try await baseline()
            times = (try await ours(), first)
        }
        benchmark.measurement(self.ours, Int(Double(count) / (times.ours / .seconds(1))))
        benchmark.measurement(self.baseline, Int(Double(count) / (times.baseline / .seconds(1))))
        benchmark.measurement(ratio, Int((100 * (times.baseline / times.ours)).rounded()))
    }
}
