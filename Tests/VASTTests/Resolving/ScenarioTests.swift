import Testing

@testable import VAST

/// ADS-098, ADS-100 and ADS-179: the answers of addresses, the ads to play, and the reported failures.
@Suite struct ScenarioTests {
    static let scenarios =
        Scenario.wrappers + Scenario.attributes + Scenario.lists + Scenario.expectations + Scenario.failures
        + Scenario.times

    @Test(arguments: scenarios) func `each scenario gives this plan and these pings`(scenario: Scenario) async throws {
        let result = try await scenario.run()
        #expect(result.plan == scenario.plan)
        #expect(result.pings == scenario.pings)
        if let loads = scenario.loads { #expect(result.loads == loads) }
        #expect((result.resolution.cause == nil) == !result.resolution.plan.ads.isEmpty)
    }
}
