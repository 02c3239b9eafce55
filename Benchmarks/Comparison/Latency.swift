public import Benchmark

/// How long single calls take, each of them a sample.
public struct Latency: Sendable {
    private let metric: BenchmarkMetric

    /// - Parameter name: what is called, in a few words.
    public init(_ name: String) {
        metric = .custom("\(name) (ns)", polarity: .prefersSmaller, useScalingFactor: false)
    }

    /// Runs for at most `rounds` rounds or a minute; a round may take many samples.
    public func configuration(rounds: Int) -> Benchmark.Configuration {
        .init(metrics: [metric], warmupIterations: 1, maxDuration: .seconds(60), maxIterations: rounds)
    }

    /// Adds a duration that was measured elsewhere.
    public func sample(_ benchmark: Benchmark, _ duration: Duration) {
        benchmark.measurement(metric, Int(duration / .nanoseconds(1)))
    }

    /// Adds how long `call` takes.
    public func time<Result>(_ benchmark: Benchmark, _ call: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        let result = try call()
        sample(benchmark, ContinuousClock.now - start)
        return result
    }

    /// Adds how long `call` takes.
    public func time<Result>(_ benchmark: Benchmark, _ call: () async throws -> Result) async rethrows -> Result {
        let start = ContinuousClock.now
        let result = try await call()
        sample(benchmark, ContinuousClock.now - start)
        return result
    }
}
