// swift-tools-version: 6.2
import PackageDescription

/// A library that the SDK needs, and VAST and MRAID do not.
func library(_ name: String, of package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["SDK"]))
}

let package = Package(
    name: "marquee",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "Marquee", targets: ["Marquee"]),
        .library(name: "MarqueeUI", targets: ["MarqueeUI"]),
        // For game engines and other hosts that link a library which was built before.
        .library(name: "MarqueeStatic", type: .static, targets: ["Marquee"]),
        .library(name: "MarqueeWire", targets: ["MarqueeWire"]),
        .library(name: "MarqueeTesting", targets: ["MarqueeTesting"]),
        .library(name: "VAST", targets: ["VAST"]),
        .library(name: "MRAID", targets: ["MRAID"]),
    ],
    // An app that adds VAST or MRAID alone asks for no traits, and resolves no other package.
    traits: [
        .trait(name: "SDK", description: "All of Marquee, with GRDB, swift-crypto and swift-log."),
        .trait(name: "StoreKit", description: "MarqueeUI sells and shows products of the App Store by StoreKit."),
        .default(enabledTraits: ["SDK", "StoreKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // Without pkg-config: every system has zlib where its compiler looks. On a Mac, pkg-config would lead an app for
        // iOS to the library of macOS.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // BoringSSL needs it, which swift-crypto has on Linux. SwiftPM hands it to its own hosts, and to no other ones.
        .systemLibrary(name: "CStdCXX"),
        .target(
            name: "MarqueeWire",
            dependencies: [
                "CZlib",
                .target(name: "CStdCXX", condition: .when(platforms: [.linux])),
                library("Crypto", of: "swift-crypto"),
                library("CryptoExtras", of: "swift-crypto"),
            ]
        ),
        .target(
            name: "MarqueeCore",
            dependencies: [
                "MarqueeWire",
                library("GRDB", of: "GRDB.swift"),
                library("GRDBSQLite", of: "GRDB.swift"),
                library("Logging", of: "swift-log"),
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")]
        ),
        .target(
            name: "MarqueeHub", dependencies: ["MarqueeCore", library("GRDB", of: "GRDB.swift")],
            // Not the folder: a bundle with a folder of this name at its top is one of an older form to Apple's tools.
            resources: [.copy("Resources/page.js")]
        ),
        .target(name: "MarqueeEngage", dependencies: ["MarqueeCore", library("GRDB", of: "GRDB.swift")]),
        .target(
            name: "MarqueePlacements",
            dependencies: ["MarqueeCore", library("Crypto", of: "swift-crypto"), library("GRDB", of: "GRDB.swift")]),
        .target(name: "VAST", exclude: ["README.md"]),
        .target(
            name: "MRAID",
            exclude: ["README.md"],
            // One by one: a bundle with a folder `Resources` at its top cannot be signed for iOS.
            resources: [.copy("Resources/frame.js"), .copy("Resources/mraid.js")]
        ),
        .target(name: "Marquee", dependencies: ["MarqueeCore", "MarqueeEngage", "MarqueeHub", "MarqueePlacements"]),
        // Empty where there is no UIKit; `make check-ui` compiles it with declarations of Apple's modules.
        .target(
            name: "MarqueeUI",
            dependencies: [
                "Marquee", "MarqueeCore", "MarqueeEngage", "MarqueeHub", "MarqueePlacements", "MarqueeWire",
            ]),
        .target(name: "MarqueeTesting", dependencies: ["MarqueeCore", "MarqueeHub"]),
        .testTarget(name: "MarqueeWireTests", dependencies: ["MarqueeWire"]),
        .testTarget(
            name: "MarqueeCoreTests",
            dependencies: [
                "CoreCrashProbe", "MarqueeCore", "MarqueeTesting", "MarqueeWire",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "CoreCrashProbe", dependencies: ["MarqueeCore", "MarqueeWire"], path: "Tests/CoreCrashProbe"),
        .testTarget(
            name: "MarqueeHubTests",
            dependencies: [
                "MarqueeHub", "MarqueeTesting", "RefreshCrashProbe", library("GRDB", of: "GRDB.swift"),
            ]
        ),
        .executableTarget(name: "RefreshCrashProbe", dependencies: ["MarqueeHub"], path: "Tests/RefreshCrashProbe"),
        .testTarget(
            name: "MarqueeEngageTests",
            dependencies: [
                "EngageCrashProbe", "MarqueeEngage", "MarqueeTesting", "RecipientCrashProbe",
                library("GRDB", of: "GRDB.swift"),
            ]),
        .executableTarget(
            name: "EngageCrashProbe", dependencies: ["MarqueeCore", "MarqueeEngage", "MarqueeWire"],
            path: "Tests/EngageCrashProbe"),
        .executableTarget(
            name: "RecipientCrashProbe", dependencies: ["MarqueeCore", "MarqueeEngage"],
            path: "Tests/RecipientCrashProbe"),
        .testTarget(
            name: "MarqueePlacementsTests",
            dependencies: [
                "MarqueePlacements", "MarqueeTesting", "PlacementCrashProbe", library("GRDB", of: "GRDB.swift"),
            ]),
        .executableTarget(
            name: "PlacementCrashProbe", dependencies: ["MarqueeCore", "MarqueePlacements", "MarqueeWire"],
            path: "Tests/PlacementCrashProbe"),
        .testTarget(name: "VASTTests", dependencies: ["VAST"]),
        .testTarget(name: "MRAIDTests", dependencies: ["MRAID"]),
        .testTarget(name: "NamesTests", dependencies: ["MRAID", "Marquee", "VAST"]),
        .testTarget(name: "MarqueeTests", dependencies: ["GameParts", "Marquee", "MarqueeTesting", "SampleParts"]),
        // The parts of the sample apps that need no screen.
        .target(name: "SampleParts", dependencies: ["Marquee"], path: "Examples/HighLarch/HighLarch/Parts"),
        .target(name: "GameParts", dependencies: ["Marquee"], path: "Examples/Cairns/Cairns/Parts"),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
