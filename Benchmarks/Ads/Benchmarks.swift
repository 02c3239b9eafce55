import Benchmark

/// What an app does with an ad between the answer of a server and the last frame.
let benchmarks: @Sendable () -> Void = {
    ParseBenchmarks.register()
    PlaybackBenchmarks.register()
    ResolveBenchmarks.register()
}
