import Foundation
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Publishing

/// A look at what a publish would change, and the publish itself, render the content once.
@Suite struct BuildMemoryTests {
    private final class Count: Sendable {
        private let value = Mutex(0)
        private let time = Mutex(Timestamp(milliseconds: 1_790_000_000_000))

        /// How many articles were rendered since this was last asked.
        var rendered: Int {
            value.withLock { value in
                defer { value = 0 }
                return value
            }
        }

        var now: Timestamp { time.withLock { $0 } }

        func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }

        func note(_ step: PublishingStep) { if step == .rendering { value.withLock { $0 += 1 } } }
    }

    /// A platform with three published articles, and a publisher that counts what it renders.
    private static func start() async throws -> (TestPlatform, Publisher, Count) {
        let test = try await TestPlatform()
        for number in 0..<3 {
            try test.write("---\ntitle: P\(number)\ndate: 2020-01-01\n---\nText", to: "posts/p\(number).md")
        }
        _ = try await test.importing("posts")
        let count = Count()
        let publisher = Publisher(platform: test.platform) { count.now }.reporting { step, _, _ in count.note(step) }
        return (test, publisher, count)
    }

    @Test func `a look, the publish after it and the look after that render once`() async throws {
        let (test, publisher, count) = try await Self.start()
        let look = try await publisher.pendingChanges(test.scope)
        #expect(count.rendered == 3)
        #expect(look.added.count == 5)
        let outcome = try await publisher.publish(test.scope, by: "test")
        #expect(try await publisher.pendingChanges(test.scope).isEmpty)
        #expect(try await !publisher.publish(test.scope, by: "test").isNew)
        #expect(count.rendered == 0 && outcome.isNew)
        #expect(try await publisher.verify(test.scope).failures.isEmpty)
    }

    enum Change: String, CaseIterable { case text, order, template, asset, hub }

    @Test(arguments: Change.allCases)
    func `what anything was changed in is rendered again, and published as it is then`(_ change: Change) async throws {
        let (test, publisher, count) = try await Self.start()
        let before = try await publisher.publish(test.scope, by: "test").release
        let content = test.platform.content
        var article = try #require(try await test.articles().first)
        switch change {
        case .text:
            article.content.body = "Another text"
            _ = try await content.update(article, expectedVersion: article.version, by: "a")
        case .order:
            let channel = ContentURI(hub: article.hub, .channel(article.channel))
            let order = try await content.articleOrder(of: channel, app: TestPlatform.app)
            try await content.reorder(order.reversed(), in: channel, app: TestPlatform.app, by: "a")
        case .template:
            _ = try await AppTemplates(platform: test.platform, app: TestPlatform.app).set(
                "<p>{{title}}</p>", as: "article", expectedVersion: 0, by: "a")
        case .asset:
            let object = try await test.platform.objects.put(TestPlatform.png(width: 1, height: 1))
            try await content.put(
                AssetRecord(
                    app: TestPlatform.app, hub: article.hub, name: "a.png", mediaType: "image/png", object: object),
                by: "a")
        case .hub:
            var hub = try #require(try await content.hubs(app: TestPlatform.app).first)
            hub.title = "Another"
            _ = try await content.update(hub, expectedVersion: hub.version, by: "a")
        }
        _ = count.rendered
        let look = try await publisher.pendingChanges(test.scope)
        #expect(count.rendered == 3)
        let outcome = try await publisher.publish(test.scope, by: "test")
        #expect(count.rendered == 0)
        // A file that no page shows is not part of a release.
        #expect(look.isEmpty == (change == .asset) && outcome.isNew != (change == .asset))
        let other = Publisher(platform: test.platform) { count.now }
        #expect(try await !other.publish(test.scope, by: "test").isNew, "another process finds the same")
        #expect(outcome.isNew == (outcome.release.manifests != before.manifests))
    }

    @Test func `what a schedule changes is rendered when its time has come`() async throws {
        let (test, publisher, count) = try await Self.start()
        var article = try #require(try await test.articles().first)
        article.content.schedule.embargo = count.now + .seconds(60)
        _ = try await test.platform.content.update(article, expectedVersion: article.version, by: "a")
        #expect(try await publisher.pendingChanges(test.scope).added.count == 4)
        count.advance(by: .seconds(59))
        #expect(try await publisher.pendingChanges(test.scope).added.count == 4)
        #expect(count.rendered == 2)
        count.advance(by: .seconds(1))
        #expect(try await publisher.pendingChanges(test.scope).added.count == 5)
        #expect(count.rendered == 3)
    }

    @Test func `each stream of an app is compared with its own release`() async throws {
        let (test, publisher, count) = try await Self.start()
        let beta = try Scope(app: TestPlatform.app, stream: "beta")
        #expect(try await publisher.pendingChanges(test.scope).added.count == 5)
        _ = try await publisher.publish(test.scope, by: "test")
        #expect(try await publisher.pendingChanges(test.scope).isEmpty)
        #expect(try await publisher.pendingChanges(beta).added.count == 5)
        _ = try await publisher.publish(beta, by: "test")
        #expect(try await publisher.pendingChanges(beta).isEmpty && count.rendered == 3)
    }

    @Test func `a build beyond the bound is not kept`() throws {
        let memory = BuildMemory(maximumBytes: 100)
        let content = AppContent(hubs: [], channels: [], articles: [], assets: []).state
        let inputs = BuildMemory.Inputs(app: "a", content: content, templates: [])
        let time = Timestamp(milliseconds: 0)
        var release = BuiltRelease()
        _ = release.add(Data(count: 100))
        memory.keep(release, from: inputs, at: time)
        #expect(memory.release(inputs, at: time) != nil)
        #expect(memory.release(.init(app: "b", content: content, templates: []), at: time) == nil)
        _ = release.add(Data(count: 1))
        memory.keep(release, from: inputs, at: time)
        #expect(memory.release(inputs, at: time) == nil)
    }
}
