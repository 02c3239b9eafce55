import Benchmark

/// What a device does often enough that a user could feel it.
let benchmarks: @Sendable () -> Void = {
    StartBenchmarks.register()
    TrackBenchmarks.register()
    EngageBenchmarks.register()
    DrainBenchmarks.register()
    OrderingBenchmarks.register()
}
