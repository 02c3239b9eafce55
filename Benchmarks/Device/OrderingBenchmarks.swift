import Benchmark
import Comparison
import MarqueeHub
import MarqueeWire

/// Which hub a user gets, and the order of its articles.
enum OrderingBenchmarks {
    private struct Article {
        let tags: [String]
        let published: Timestamp
    }

    static func register() {
        let contest = Contest(unit: "articles", against: "a sort by date alone")
        let count = 10_000
        let (hubs, articles, profile) = content(articles: count)
        Benchmark(
            "Order: a hub of 50 and 10,000 articles", configuration: contest.configuration(rounds: 60)
        ) { benchmark in
            try await contest.round(
                benchmark, count: count,
                ours: {
                    ContinuousClock().measure {
                        blackHole(HubSelection.best(of: hubs, for: profile, tags: { $0 }))
                        blackHole(
                            ArticleOrder.sorted(articles, for: profile, tags: \.tags, published: { $0.published }))
                    }
                },
                baseline: {
                    ContinuousClock().measure { blackHole(articles.sorted { $0.published > $1.published }) }
                })
        }
    }

    private static func content(articles count: Int) -> (hubs: [[String]], articles: [Article], profile: TagProfile) {
        var random = RepeatableRandom(seed: 7)
        func tags() -> [String] {
            (0..<Int.random(in: 1...5, using: &random)).map { _ in "tag-\(Int.random(in: 0..<200, using: &random))" }
        }
        let articles = (0..<count).map { _ in
            Article(
                tags: tags(),
                published: Timestamp(milliseconds: 1_700_000_000_000 + .random(in: 0..<90_000_000_000, using: &random)))
        }
        let counts = (0..<50).map { ("tag-\($0 * 4)", Int.random(in: 1...100, using: &random)) }
        return ((0..<50).map { _ in tags() }, articles, TagProfile(counts: Dictionary(uniqueKeysWithValues: counts)))
    }
}
