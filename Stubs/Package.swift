// swift-tools-version: 6.2
import PackageDescription

// Declarations of Apple's modules, as far as MarqueeUI, its tests and the sample app use them, typed from Apple's public
// documentation. `make check-ui` compiles those sources with them on a machine that has no Apple SDK. Nothing runs, and no
// app ever sees this package.
let package = Package(
    name: "Stubs",
    products: [.library(name: "Stubs", targets: ["UIKit", "WebKit", "SwiftUI"])],
    targets: [
        .target(name: "UIKit"),
        .target(name: "WebKit", dependencies: ["UIKit"]),
        .target(name: "SwiftUI", dependencies: ["UIKit"]),
    ]
)

for target in package.targets {
    target.swiftSettings = [.enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error)]
}
