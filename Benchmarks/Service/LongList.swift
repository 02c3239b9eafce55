import Comparison
import MarqueeWire
import PlatformStore

/// An app's 10,000 invented articles of 3 kB in 20 channels of one hub, the same in every run, brought in by one import.
enum LongList {
    static let articles = 10_000
    private static let channels = 20

    static func fill(_ store: any ContentStore) async throws {
        var random = RepeatableRandom(seed: 23)
        let words = [
            "mountain", "hut", "path", "snow", "lake", "boots", "bread", "rope", "map", "wind", "spring", "goat",
        ]
        func text(_ count: Int) -> String {
            (0..<count).map { _ in words.randomElement(using: &random) ?? "hut" }.joined(separator: " ")
        }
        let hub = HubRecord(app: RunningServer.app, id: "magazine", title: "Magazine")
        let channels = (0..<channels).map {
            ChannelRecord(app: hub.app, hub: hub.id, id: "channel-\($0)", title: "Channel \($0)")
        }
        let start: Int64 = 1_700_000_000_000
        let articles = (0..<articles).map { number in
            let schedule = ArticleSchedule(
                published: Timestamp(milliseconds: start + Int64(number) * 3_600_000), isDraft: number % 50 == 0)
            return ContentImport.Article(
                channel: channels[number % channels.count].id, key: "story-\(number)", hash: "\(number)",
                content: ArticleContent(
                    title: "\(text(6)) \(number)", summary: text(20), body: text(500),
                    tags: ["tag-\(number % 40)", "all"],
                    schedule: schedule))
        }
        let batch = ContentImport(
            app: hub.app, source: "benchmark", hub: hub, channels: channels, articles: articles)
        _ = try await store.apply(batch, by: "benchmark")
    }
}
