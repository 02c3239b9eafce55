// swift-tools-version: 6.2
import PackageDescription

// `make fuzz` builds FuzzVAST with `--sanitize fuzzer`, which only the package in Readers/ does besides.
let vast = Target.Dependency.product(name: "VAST", package: "marquee")

let package = Package(
    name: "marquee-fuzzing",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "marquee", path: "..", traits: [])],
    targets: [
        .executableTarget(name: "FuzzVAST", dependencies: [vast], path: "FuzzVAST"),
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
        .executableTarget(name: "WriteEditions", dependencies: ["Samples", vast], path: "WriteEditions"),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
