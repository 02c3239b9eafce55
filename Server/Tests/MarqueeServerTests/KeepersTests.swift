import Foundation
import Logging
import MarqueeServer
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Publishing
import Testing

/// What a running server does by itself.
@Suite struct KeepersTests {
    // HUB-002
    @Test func `a running server reads feeds that are due and publishes scheduled changes`() async throws {
        let folder = try TemporaryFolder()
        let server = try await MarqueeServer(
            configuration: ServerConfiguration(flags: [
                .data: folder.url.appending(path: "server").path, .port: "0", .lab: "off",
            ]), logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let (platform, publisher, scope) = (server.platform, server.publisher, try Scope(app: "brand"))
        _ = try await platform.apps.create("brand", name: "Brand", by: "test")
        _ = try await publisher.keys.initialize(app: "brand", by: "test")
        _ = try await platform.content.create(HubRecord(app: "brand", id: "news", title: "News"), by: "test")
        let channel = ChannelRecord(app: "brand", hub: "news", id: "c", title: "C")
        _ = try await platform.content.create(channel, by: "test")
        func add(_ title: String, _ schedule: ArticleSchedule = ArticleSchedule()) async throws {
            _ = try await platform.content.createArticle(
                ArticleContent(title: title, body: "x", schedule: schedule), in: channel.uri, app: "brand", by: "test")
        }
        try await add("Always")
        _ = try await publisher.publish(scope, by: "test")
        let due = Timestamp(Date()) + .milliseconds(5)
        try await add("Due", ArticleSchedule(embargo: due))
        let feed = folder.url.appending(path: "feed.json")
        let text =
            #"{"version":"https://jsonfeed.org/version/1.1","title":"F","items":[{"id":"1","title":"Fed","content_text":"x"}]}"#
        try Data(text.utf8).write(to: feed)
        let source = FeedSourceRecord(id: "f", app: "brand", hub: "news", location: feed.path, intervalSeconds: 60)
        _ = try await platform.feeds.create(source, by: "test")
        #expect(await eventually { Timestamp(Date()) > due })

        let running = Task { try await server.run() }
        #expect(
            await eventually {
                let articles = try? await platform.content.articles(hub: "news", channel: nil, app: "brand")
                return articles?.contains { $0.content.title == "Fed" } == true
            })
        #expect(
            await eventually {
                let latest = try? await publisher.history(scope, limit: 1).first
                return latest?.version == 2 && latest?.note == "scheduled"
            })
        let titles = try await publisher.manifests(of: 2, in: scope).flatMap { $0.items.map(\.title) }
        #expect(titles.contains("Due"))
        running.cancel()
        _ = await running.result
    }
}
