// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "marquee-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "marquee", path: ".."),
        .package(name: "marquee-server", path: "../Server"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "Device",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Marquee", package: "marquee"),
                .product(name: "MarqueeTesting", package: "marquee"),
            ],
            path: "Benchmarks/Device",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "Platform",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "MarqueePlatform", package: "marquee-server"),
                .product(name: "MarqueeWire", package: "marquee"),
            ],
            path: "Benchmarks/Platform",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "RefreshBytes",
            dependencies: [
                .product(name: "Marquee", package: "marquee"),
                .product(name: "MarqueeTesting", package: "marquee"),
            ]
        ),
    ]
)
