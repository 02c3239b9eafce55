import MarqueeHub
import MarqueeWire
import Testing

// HUB-009, HUB-048, HUB-049, HUB-054, HUB-055
@Suite struct ArticleOrderTests {
    struct Article: Sendable {
        let name: String
        var tags: [String] = []
        var day: Int64?
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let requirement: String
        let articles: [Article]
        let profile: [String: Int]
        let expected: [String]
        var testDescription: String { "\(requirement): \(expected.joined(separator: " "))" }
    }

    static let rows = [
        Row(
            requirement: "HUB-055 newest first, no date last",
            articles: [Article(name: "undated"), Article(name: "old", day: 1), Article(name: "new", day: 9)],
            profile: [:], expected: ["new", "old", "undated"]),
        Row(
            requirement: "HUB-054 a match comes before a newer one",
            articles: [Article(name: "new", day: 9), Article(name: "match", tags: ["golf"], day: 1)],
            profile: ["golf": 1], expected: ["match", "new"]),
        Row(
            requirement: "HUB-054 the sum of counts decides",
            articles: [
                Article(name: "one", tags: ["golf"], day: 9), Article(name: "both", tags: ["golf", "travel"], day: 1),
            ],
            profile: ["golf": 2, "travel": 1], expected: ["both", "one"]),
        Row(
            requirement: "HUB-054 equal scores by date",
            articles: [Article(name: "old", tags: ["a"], day: 1), Article(name: "new", tags: ["b"], day: 2)],
            profile: ["a": 3, "b": 3], expected: ["new", "old"]),
        Row(
            requirement: "HUB-054 identical dates keep the publisher's order",
            articles: [Article(name: "c", day: 5), Article(name: "a", day: 5), Article(name: "b", day: 5)],
            profile: [:], expected: ["c", "a", "b"]),
        Row(
            requirement: "HUB-054 before 1970 is still before nothing",
            articles: [Article(name: "undated"), Article(name: "old", day: -9_000)],
            profile: [:], expected: ["old", "undated"]),
        Row(
            requirement: "HUB-048 case, blanks and normalisation tell tags apart",
            articles: [
                Article(name: "case", tags: ["Caf\u{e9}"], day: 9),
                Article(name: "blank", tags: ["caf\u{e9} "], day: 8),
                Article(name: "decomposed", tags: ["cafe\u{301}"], day: 7),
                Article(name: "same", tags: ["caf\u{e9}"], day: 1),
            ],
            profile: ["caf\u{e9}": 1], expected: ["same", "case", "blank", "decomposed"]),
        Row(
            requirement: "HUB-054 the largest counts stay the largest",
            articles: [
                Article(name: "new", tags: ["a"], day: 9), Article(name: "both", tags: ["b", "c"], day: 1),
                Article(name: "one", tags: ["b"], day: 2),
            ],
            profile: ["a": .max - 1, "b": .max, "c": .max], expected: ["one", "both", "new"]),
    ]

    @Test(arguments: rows) func `articles are in the user's order`(_ row: Row) {
        #expect(order(row.articles, TagProfile(counts: row.profile)).map(\.name) == row.expected)
    }

    @Test func `the order of an article's tags does not matter`() {
        let articles = [Article(name: "a", tags: ["x", "y"], day: 1), Article(name: "b", tags: ["y", "x"], day: 1)]
        #expect(order(articles, TagProfile(counts: ["x": 1, "y": 4])).map(\.name) == ["a", "b"])
    }

    @Test func `ten thousand articles have the same order as a simple stable sort`() {
        var random = SystemRandomNumberGenerator()
        let tags = (0..<40).map { "tag\($0)" }
        let profile = TagProfile(counts: Dictionary(uniqueKeysWithValues: tags.enumerated().map { ($1, $0) }))
        let articles = (0..<10_000).map { index in
            Article(
                name: String(index), tags: (0..<3).compactMap { _ in tags.randomElement(using: &random) },
                day: Int64.random(in: 0..<400, using: &random))
        }
        let expected = articles.enumerated().sorted { left, right in
            let scores = (profile.score(left.element.tags), profile.score(right.element.tags))
            if scores.0 != scores.1 { return scores.0 > scores.1 }
            if left.element.day != right.element.day { return (left.element.day ?? 0) > (right.element.day ?? 0) }
            return left.offset < right.offset
        }
        #expect(order(articles, profile).map(\.name) == expected.map(\.element.name))
    }

    private func order(_ articles: [Article], _ profile: TagProfile) -> [Article] {
        ArticleOrder.sorted(articles, for: profile, tags: \.tags) {
            $0.day.map { Timestamp(milliseconds: $0 * 86_400_000) }
        }
    }
}
