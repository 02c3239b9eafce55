// swift-tools-version: 6.2
import PackageDescription

let benchmark = Target.Dependency.product(name: "Benchmark", package: "benchmark")

let package = Package(
    name: "marquee-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "marquee", path: ".."),
        .package(name: "marquee-server", path: "../Server"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(
            name: "Comparison",
            dependencies: [benchmark, .product(name: "GRDBSQLite", package: "GRDB.swift")],
            path: "Comparison"
        ),
        .executableTarget(
            name: "DeviceBenchmarks",
            dependencies: [
                benchmark, "Comparison",
                .product(name: "Marquee", package: "marquee"),
                .product(name: "MarqueeTesting", package: "marquee"),
                .product(name: "MarqueeWire", package: "marquee"),
            ],
            path: "Device",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "AdsBenchmarks",
            dependencies: [benchmark, "Comparison", .product(name: "VAST", package: "marquee")],
            path: "Ads",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "DecisionBenchmarks",
            dependencies: [benchmark, "Comparison", .product(name: "Decisioning", package: "marquee-server")],
            path: "Decision",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "PostgresBenchmarks",
            dependencies: [
                benchmark, "Comparison",
                .product(name: "CPostgres", package: "marquee-server"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "TestPostgres", package: "marquee-server"),
            ],
            path: "Postgres",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "ServiceBenchmarks",
            dependencies: [
                benchmark, "Comparison",
                .product(name: "Collector", package: "marquee-server"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Marquee", package: "marquee"),
                .product(name: "MarqueeServer", package: "marquee-server"),
                .product(name: "MarqueeTesting", package: "marquee"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "PlatformStore", package: "marquee-server"),
                .product(name: "Publishing", package: "marquee-server"),
                .product(name: "TestPostgres", package: "marquee-server"),
            ],
            path: "Service",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)

for target in package.targets where target.type != .plugin {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
