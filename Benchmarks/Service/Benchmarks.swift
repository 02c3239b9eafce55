import Benchmark

/// What happens often on a server, and what travels between it and a device.
let benchmarks: @Sendable () -> Void = {
    PageBenchmarks.register()
    RefreshBenchmarks.register()
    IntakeBenchmarks.register()
    SubmissionBenchmarks.register()
    FoldBenchmarks.register()
    FunnelBenchmarks.register()
    PortalBenchmarks.register()
    PortalBenchmarks.registerPublish()
    RecipientBenchmarks.register()
    PlacementBenchmarks.register()
}
