import Benchmark

/// The PostgreSQL driver of the control plane, whose sources are linked in `Driver`, because nothing of it is public.
let benchmarks: @Sendable () -> Void = {
    DriverBenchmarks.register()
}
