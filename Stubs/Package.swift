// swift-tools-version: 6.2
import PackageDescription

// The declarations of Apple's modules that MarqueeUI, its tests and the sample app use, written from Apple's public
// documentation. On a machine without Apple's SDK, `make check-ui` compiles these sources with the declarations. Nothing
// runs, and no app contains this package.
let package = Package(
    name: "Stubs",
    products: [
        .library(
            name: "Stubs",
            targets: ["UIKit", "WebKit", "SwiftUI", "CoreLocation", "UserNotifications", "Network", "StoreKit"])
    ],
    targets: [
        .target(name: "UIKit"),
        .target(name: "WebKit", dependencies: ["UIKit"]),
        .target(name: "SwiftUI", dependencies: ["UIKit"]),
        .target(name: "CoreLocation", dependencies: ["UIKit"]),
        .target(name: "UserNotifications", dependencies: ["UIKit"]),
        .target(name: "Network"),
        .target(name: "StoreKit", dependencies: ["UIKit"]),
    ]
)

for target in package.targets {
    target.swiftSettings = [.enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error)]
}
