import Testing

@testable import VAST

/// ADS-098, ADS-100 and ADS-179: what each address answers, what is to be played, and who is told what went wrong.
@Suite struct ScenarioTests {
    static let scenarios =
        Scenario.wrappers + Scenario.attributes + Scenario.lists + Scenario.expectations + Scenario.failures
        + Scenario.times

    @Test(arguments: scenarios) func `the plan and the pings are these`(scenario: Scenario) async throws {
        let result = try await scenario.run()
        #expect(result.plan == scenario.plan)
        #expect(result.pings == scenario.pings)
        if let loads = scenario.loads { #expect(result.loads == loads) }
        #expect((result.resolution.cause == nil) == !result.resolution.plan.ads.isEmpty)
    }
}
