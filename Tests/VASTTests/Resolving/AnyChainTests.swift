import Testing

@testable import VAST

/// For any web of documents nothing traps, few documents are fetched, and no server gets a report twice.
@Suite struct AnyChainTests {
    static func run(_ web: RandomWeb, pingLimit: Int? = nil) async throws -> Scenario.Result {
        let scenario = Scenario("", web.replies) {
            $0 = web.options
            $0.limits.pings = pingLimit ?? web.options.limits.pings
        }
        return try await scenario.run()
    }

    @Test(arguments: UInt64(0)..<400) func `any web of documents is resolved within the limits`(seed: UInt64)
        async throws
    {
        let web = RandomWeb(seed: seed, isTree: false)
        let result = try await Self.run(web)
        let limits = web.options.limits
        #expect(result.requests.count <= max(limits.documents, 0))
        #expect(result.resolution.pings.count <= max(limits.pings, 0))
        for ad in result.resolution.plan.ads + result.resolution.plan.substitutes {
            #expect(ad.origins.count - 1 <= max(limits.wrappers, 0))
            #expect(ad.origins.map(\.level) == Array(0..<ad.origins.count))
            #expect(ad.impressions.count == ad.origins.count)
        }
        for failure in result.resolution.failures {
            #expect(Set(failure.pings).count == failure.pings.count)
            #expect(failure.pings.allSatisfy { $0.code == failure.code })
            #expect(failure.pings.map(\.origin.level) == failure.pings.map(\.origin.level).sorted())
        }
        #expect((result.resolution.cause == nil) == !result.resolution.plan.ads.isEmpty)
    }

    /// In a tree each ad has one chain. The last addresses of each failure belong to the refused ad. None of them is
    /// requested twice, and none belongs to an ad that is played.
    @Test(arguments: UInt64(0)..<400) func `each failed ad is reported once, and no played ad`(
        seed: UInt64
    ) async throws {
        let web = RandomWeb(seed: seed, isTree: true)
        let resolution = try await Self.run(web, pingLimit: .max).resolution
        let refused = resolution.failures.compactMap { $0.pings.last?.url }
        #expect(Set(refused).count == refused.count)
        let played = (resolution.plan.ads + resolution.plan.substitutes).compactMap { $0.errors.last?.value }
        #expect(Set(played).count == played.count)
        #expect(Set(played).isDisjoint(with: resolution.pings.map(\.url)))
    }

    /// The documents are mixed so that every code is sent and chains of every length are played.
    @Test func `the webs reach every code and every depth`() async throws {
        var codes: Set<ErrorCode> = []
        var depths: Set<Int> = []
        for seed in UInt64(0)..<400 {
            let resolution = try await Self.run(RandomWeb(seed: seed, isTree: seed % 2 == 0)).resolution
            codes.formUnion(resolution.failures.map(\.code))
            depths.formUnion(resolution.plan.ads.map(\.origins.count))
        }
        #expect(
            codes == [
                .malformedDocument, .invalidDocument, .unsupportedVersion, .unexpectedAdType, .unexpectedLinearity,
                .blockedCategory, .wrapper, .wrapperTimeout, .wrapperLimit, .noAd, .displayTimeout,
                .conditionalAdRefused,
            ])
        #expect(depths.isSuperset(of: 1...5))
    }
}
