import Collector
import Foundation
import MarqueeWire
import Publishing
import Testing

@testable import MarqueeServer

/// The reports know the pages of what the server published.
@Suite struct ReleasePagesTests {
    // HUB-214
    @Test func `an article counts for the channel that its release has it in, whatever an event says`() async throws {
        let test = try await TestServer()
        let manifests = try await test.server.publisher.manifests(of: 1, in: test.scope)
        let manifest = try #require(manifests.first { $0.items.contains { $0.uri.resourceType == .article } })
        let article = try #require(manifest.items.last?.uri)
        let forged = ContentURI(hub: article.hub, .channel("invented"))
        var random = SystemRandomNumberGenerator()
        let now = Timestamp(Date())
        let event = Event(
            id: EventID(time: now, using: &random), name: "content_viewed", time: now, sequence: 1, user: nil,
            session: nil,
            properties: [
                "uri": .text(article.description), "channel": .text(forged.description), "release": .integer(1),
            ])
        let batch = EventBatch(install: "i1", sent: now, sdk: "1.0", advertiser: nil, events: [event])
        let collector = test.server.collector
        _ = try await collector.intake.accept(Array(try JSONEncoder().encode(batch)), scope: test.scope)
        while try await collector.folding.foldOnce() {}
        let days = Day(now)...Day(now)
        let report = try await collector.reports.report(ReportQuery(scope: test.scope, by: .channel, days: days))
        #expect(report.rows.map(\.id) == [manifest.uri.description])
    }
}
