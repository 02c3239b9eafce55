// swift-tools-version: 6.2
import PackageDescription

// `make fuzz` builds FuzzVAST and FuzzServer with `--sanitize fuzzer`, which nothing else in the project does, and
// FuzzServer with `-enable-testing`: what reads strangers' bytes is no API of the server's.
let vast = Target.Dependency.product(name: "VAST", package: "marquee")

let package = Package(
    name: "marquee-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "marquee", path: ".."), .package(name: "marquee-server", path: "../Server")],
    targets: [
        .executableTarget(name: "FuzzVAST", dependencies: [vast], path: "FuzzVAST"),
        .executableTarget(
            name: "FuzzServer",
            dependencies: [
                .product(name: "Collector", package: "marquee-server"),
                .product(name: "Markup", package: "marquee-server"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "Publishing", package: "marquee-server"),
            ],
            path: "FuzzServer"
        ),
        // The documents of the tests, which the corpus is made of.
        .target(
            name: "Samples",
            dependencies: [vast],
            path: "Samples",
            exclude: [
                "ElementRow.swift", "ElementRow+Ads.swift", "ElementRow+Linears.swift", "ElementRow+Shown.swift",
                "ElementTableTests.swift", "SampleDocumentTests.swift",
            ]
        ),
        .executableTarget(name: "WriteCorpus", dependencies: ["Samples"], path: "WriteCorpus"),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
