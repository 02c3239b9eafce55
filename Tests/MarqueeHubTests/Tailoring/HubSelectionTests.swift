import Foundation
import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueeHub

// HUB-009, HUB-048, HUB-052, HUB-053
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
        Row(
            requirement: "HUB-048 case", hubs: [("first", ["sports fan"]), ("second", ["Sports Fan"])],
            profile: ["Sports Fan": 1], expected: "second"),
        Row(
            requirement: "HUB-048 blanks", hubs: [("first", ["golf ", " golf"]), ("second", ["golf"])],
            profile: ["golf": 1], expected: "second"),
        Row(
            requirement: "HUB-048 normalisation", hubs: [("first", ["cafe\u{301}"]), ("second", ["caf\u{e9}"])],
            profile: ["caf\u{e9}": 1], expected: "second"),
        Row(
            requirement: "HUB-048 normalisation", hubs: [("first", ["caf\u{e9}"]), ("second", ["cafe\u{301}"])],
            profile: ["cafe\u{301}": 1], expected: "second"),
        Row(
            requirement: "HUB-052 the largest count", hubs: [("first", ["a"]), ("second", ["b", "a", "c"])],
            profile: ["a": 1, "b": .max, "c": .max], expected: "second"),
    ]

    @Test(arguments: rows) func `the hub that matches best is chosen`(_ row: Row) {
        let best = HubSelection.best(of: row.hubs, for: TagProfile(counts: row.profile)) { $0.tags }
        #expect(best?.name == row.expected)
    }

    @Test func `without hubs, no hub is chosen`() {
        #expect(HubSelection.best(of: [String](), for: TagProfile()) { _ in [] } == nil)
    }

    @Test func `huge counts saturate instead of trapping`() {
        #expect(TagProfile(counts: ["a": .max, "b": .max]).score(["a", "b"]) == .max)
        let twice = [TagUsage(tag: "a", count: .max), TagUsage(tag: "a", count: 1)]
        #expect(TagProfile(usage: twice).score(["a"]) == .max)
    }

    // HUB-048
    @Test func `spellings that Unicode treats as equivalent are counted separately`() {
        let usage = [TagUsage(tag: "e\u{301}", count: 3), TagUsage(tag: "\u{e9}", count: 4)]
        let profile = TagProfile(usage: usage)
        #expect(profile.score(["e\u{301}"]) == 3)
        #expect(profile.score(["\u{e9}"]) == 4)
        #expect(HubTarget.bestMatch.profile(of: usage) == profile)
        #expect(TagProfile(tags: ["e\u{301}", "\u{e9}"]).score(["e\u{301}", "\u{e9}"]) == 2)
        #expect(TagProfile(tags: ["e\u{301}"]) != TagProfile(tags: ["\u{e9}"]))
    }

    // HUB-048
    @Test func `an article keeps each spelling of its tags once`() throws {
        let tags = ["\u{e9}", "e\u{301}", "\u{e9}", "E\u{301}", " \u{e9}"]
        let item = Manifest.Item(
            uri: ContentURI(hub: "brand"), title: "", tags: tags, page: ObjectReference(of: Data()))
        let kept = ContentItem(item, type: .hub, parent: nil, position: 0).tags
        #expect(kept.map { Array($0.utf8) } == [tags[0], tags[1], tags[3], tags[4]].map { Array($0.utf8) })
    }
}
