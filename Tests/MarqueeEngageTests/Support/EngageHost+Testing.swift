import Foundation
import MarqueeCore
import Testing

@testable import MarqueeEngage

extension EngageHost {
    /// A host with what its owner issued.
    static func example(
        _ url: String = "https://engage.example/", refreshToken: String = "refresh-1", listID: String = "4711"
    ) throws -> EngageHost {
        let configuration = Configuration(
            service: try #require(URL(string: "https://marquee.example/v1/apps/brand/main")), trustAnchors: [],
            settings: [
                .engageHost: .text(url), .engageClientID: .text("client-1"), .engageClientSecret: .text("secret-1"),
                .engageRefreshToken: .text(refreshToken), .engageListID: .text(listID),
            ])
        var missing: [String] = []
        return try #require(EngageHost(configuration, missing: &missing))
    }
}
