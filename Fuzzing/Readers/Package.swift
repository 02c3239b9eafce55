// swift-tools-version: 6.2
import PackageDescription

// `make fuzz-server` builds this with `--sanitize fuzzer` and `-enable-testing`: what reads strangers' bytes is no API of
// the server's. A package of its own, so that fuzzing VAST resolves nothing of the server.
let package = Package(
    name: "marquee-reader-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "marquee", path: "../.."), .package(name: "marquee-server", path: "../../Server")],
    targets: [
        .executableTarget(
            name: "FuzzServer",
            dependencies: [
                .product(name: "Collector", package: "marquee-server"),
                .product(name: "Markup", package: "marquee-server"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "Publishing", package: "marquee-server"),
            ],
            path: "FuzzServer"
        )
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
