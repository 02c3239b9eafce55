// swift-tools-version: 6.2
import PackageDescription

/// Said by the Makefile; builds without it call themselves unknown.
let commit = Context.environment["BUILD_COMMIT"].flatMap { $0.isEmpty ? nil : $0 }

/// Debian's file for pkg-config names flags that SwiftPM refuses; there the library is where every compiler looks.
#if os(macOS)
    let gd: String? = "gdlib"
#else
    let gd: String? = nil
#endif

let package = Package(
    name: "marquee-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "marquee", targets: ["MarqueeCommand"]),
        .executable(name: "store-simulator", targets: ["StoreSimulator"]),
        .library(name: "CPostgres", targets: ["CPostgres"]),
        .library(name: "Collector", targets: ["Collector"]),
        .library(name: "Decisioning", targets: ["Decisioning"]),
        .library(name: "Markup", targets: ["Markup"]),
        .library(name: "MarqueeServer", targets: ["MarqueeServer"]),
        .library(name: "PlatformStore", targets: ["PlatformStore"]),
        .library(name: "Publishing", targets: ["Publishing"]),
        .library(name: "TestPostgres", targets: ["TestPostgres"]),
    ],
    dependencies: [
        .package(name: "marquee", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CCmarkGFM", pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]
        ),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .systemLibrary(
            name: "CGD", pkgConfig: gd, providers: [.apt(["libgd-dev"]), .brew(["gd"])]),
        .systemLibrary(
            name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"]), .brew(["gumbo-parser"])]),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(
            name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .target(
            name: "PlatformStore",
            dependencies: [
                "CPostgres", "Decisioning", "Secrets", "XMLTree",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
        .target(name: "Decisioning"),
        .target(name: "Markup"),
        .target(name: "XMLTree", dependencies: ["CLibXML2"]),
        .target(name: "Secrets", dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
        .target(
            name: "Web",
            dependencies: [
                "PlatformStore", "Publishing",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "Publishing",
            dependencies: [
                "CCmarkGFM", "CGD", "CGumbo", "Markup", "PlatformStore", "XMLTree",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "TOMLKit", package: "TOMLKit"),
                .product(name: "Yams", package: "Yams"),
            ],
            resources: [.copy("Templates")]
        ),
        .target(
            name: "Collector",
            dependencies: [
                "CDeflate", "PlatformStore",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "Receipts",
            dependencies: [
                "PlatformStore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .executableTarget(
            name: "StoreSimulator",
            dependencies: [
                "Receipts",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .target(
            name: "Operating",
            dependencies: [
                "Collector", "PlatformStore", "Receipts",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .target(
            name: "Portal",
            dependencies: [
                "CQREncode", "Collector", "Markup", "PlatformStore", "Publishing", "Secrets", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
            ],
            resources: [.copy("Pages"), .copy("Assets")]
        ),
        .target(
            name: "API",
            dependencies: [
                "Collector", "PlatformStore", "Publishing", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .target(
            name: "Recipients",
            dependencies: [
                "PlatformStore", "Web", "XMLTree",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "MarqueeWire", package: "marquee"),
            ]
        ),
        .target(
            name: "Placements",
            dependencies: [
                "Decisioning", "PlatformStore", "Secrets", "Web",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            resources: [.copy("Assets")]
        ),
        .target(
            name: "Simulator",
            dependencies: [
                "Secrets", "Web",
                .product(name: "MRAID", package: "marquee"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Marquee", package: "marquee"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Assets")]
        ),
        .target(name: "CBuild", cSettings: commit.map { [.define("BUILD_COMMIT", to: "\"\($0)\"")] } ?? []),
        .target(
            name: "MarqueeServer",
            dependencies: [
                "API", "CBuild", "Collector", "Placements", "PlatformStore", "Portal", "Publishing", "Receipts",
                "Recipients",
                "Secrets", "Simulator",
                "Web",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Marquee", package: "marquee"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(
            name: "MarqueeCommand",
            dependencies: [
                "Collector", "MarqueeServer", "Markup", "Operating", "PlatformStore", "Portal", "Publishing", "Secrets",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            resources: [.copy("Sample")]
        ),
        .target(name: "TestPostgres", dependencies: ["CPostgres"], path: "Tests/TestPostgres"),
        .target(name: "TestS3", path: "Tests/TestS3"),
        .testTarget(
            name: "PlatformStoreTests",
            dependencies: [
                "PlatformStore", "TestPostgres", "TestS3", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "MarqueeWire", package: "marquee"),
            ]
        ),
        .testTarget(name: "DecisioningTests", dependencies: ["Decisioning"]),
        .testTarget(name: "MarkupTests", dependencies: ["Markup"]),
        .testTarget(
            name: "APITests",
            dependencies: [
                "API", "Collector", "PlatformStore", "Publishing", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "PlatformStore", "Publishing", "Web",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "PublishingTests",
            dependencies: [
                "Markup", "PlatformStore", "Publishing", "TestPostgres", "XMLTree",
                .product(name: "MarqueeWire", package: "marquee"),
            ]
        ),
        .executableTarget(
            name: "CollectorProbe",
            dependencies: [
                "Collector",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
            ],
            path: "Tests/CollectorProbe"
        ),
        .testTarget(
            name: "CollectorTests",
            dependencies: [
                "Collector", "CollectorProbe", "PlatformStore",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeTesting", package: "marquee"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "OperatingTests",
            dependencies: [
                "Collector", "Operating", "PlatformStore", "TestPostgres",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
            ]
        ),
        .testTarget(
            name: "PortalTests",
            dependencies: [
                "Collector", "Markup", "PlatformStore", "Portal", "Publishing", "Web",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "Simulator", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Marquee", package: "marquee"),
                .product(name: "MarqueeTesting", package: "marquee"),
                .product(name: "MarqueeWire", package: "marquee"),
            ]
        ),
        .testTarget(
            name: "ReceiptsTests",
            dependencies: [
                "PlatformStore", "Receipts", "StoreSimulator",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .testTarget(
            name: "RecipientsTests",
            dependencies: [
                "PlatformStore", "Recipients", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "PlacementsTests",
            dependencies: [
                "Placements", "PlatformStore", "TestPostgres",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "EscapeServer",
            dependencies: [
                "Markup", "MarqueeServer", "PlatformStore", "Publishing",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarqueeWire", package: "marquee"),
            ],
            path: "Tests/EscapeServer"
        ),
        .executableTarget(
            name: "OutboxCrashProbe",
            dependencies: [
                .product(name: "Marquee", package: "marquee"),
                .product(name: "MarqueeTesting", package: "marquee"),
                .product(name: "MarqueeWire", package: "marquee"),
            ],
            path: "Tests/OutboxCrashProbe"
        ),
        .testTarget(
            name: "MarqueeServerTests",
            dependencies: [
                "Collector", "MarqueeCommand", "MarqueeServer", "OutboxCrashProbe", "PlatformStore", "Publishing",
                "StoreSimulator", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Marquee", package: "marquee"),
                .product(name: "MarqueeTesting", package: "marquee"),
                .product(name: "MarqueeWire", package: "marquee"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
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
