import MarqueeHub
import Testing

// HUB-009, HUB-052, HUB-053
@Suite struct HubSelectionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let requirement: String
        let hubs: [(name: String, tags: [String])]
        let profile: [String: Int]
        let expected: String
        var testDescription: String { "\(requirement): \(profile) -> \(expected)" }
    }

    private static let two: [(name: String, tags: [String])] = [("first", ["news"]), ("second", ["golf", "travel"])]

    static let rows = [
        Row(requirement: "HUB-052", hubs: two, profile: ["golf": 1], expected: "second"),
        Row(requirement: "HUB-052", hubs: two, profile: ["golf": 2, "travel": 2, "news": 3], expected: "second"),
        Row(requirement: "HUB-052", hubs: two, profile: ["golf": 2, "news": 3], expected: "first"),
        Row(requirement: "HUB-052", hubs: two, profile: ["golf": 3, "news": 3], expected: "first"),
        Row(requirement: "HUB-052", hubs: [("only", ["x"])], profile: ["golf": 3], expected: "only"),
        Row(requirement: "HUB-053", hubs: two, profile: [:], expected: "first"),
        Row(requirement: "HUB-053", hubs: two, profile: ["sailing": 9], expected: "first"),
        Row(requirement: "HUB-053", hubs: two, profile: ["golf": 0, "travel": -5], expected: "first"),
    ]

    @Test(arguments: rows) func `the hub that matches best is chosen`(_ row: Row) {
        let best = HubSelection.best(of: row.hubs, for: TagProfile(counts: row.profile)) { $0.tags }
        #expect(best?.name == row.expected)
    }

    @Test func `without hubs there is none to choose`() {
        #expect(HubSelection.best(of: [String](), for: TagProfile()) { _ in [] } == nil)
    }

    @Test func `huge counts saturate instead of trapping`() {
        #expect(TagProfile(counts: ["a": .max, "b": .max]).score(["a", "b"]) == .max)
    }
}
