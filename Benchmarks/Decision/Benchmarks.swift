import Benchmark

/// What a server decides for each request of a device.
let benchmarks: @Sendable () -> Void = {
    DecisionBenchmarks.register()
}
