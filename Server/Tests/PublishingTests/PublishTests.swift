import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

@Suite
struct PublishTests {
    /// The second import changes nothing, and one edited sentence costs a device no more than 3000 bytes.
    @Test func `one edited sentence of 200 posts is a small download`() async throws {
        let test = try await TestPlatform()
        for number in 0..<200 { try test.write(Self.post(number), to: "blog/_posts/2020-01-01-post-\(number).md") }
        #expect(try await test.importing("blog/_posts").added.count == 200)
        let publisher = test.publisher
        let first = try await publisher.publish(test.scope, by: "test").release
        let again = try await test.importing("blog/_posts")
        #expect(again.changes == 0 && again.unchanged == 200)
        #expect(try await !publisher.publish(test.scope, by: "test").isNew)
        let edited = Self.post(117).replacing("Sentence 117-9 ", with: "A sentence that reads differently now ")
        try test.write(edited, to: "blog/_posts/2020-01-01-post-117.md")
        #expect(try await test.importing("blog/_posts").changed.count == 1)
        let second = try await publisher.publish(test.scope, by: "test").release
        let diff = try await publisher.diff(test.scope, from: first.version, to: second.version)
        #expect(diff.changed.count == 1 && diff.added.isEmpty && diff.removed.isEmpty)
        #expect(diff.bytes <= 3000, "\(diff.bytes) bytes")
    }

    // HUB-007
    @Test func `the same content gives the same manifests, and racing publishes give ordered versions`() async throws {
        let test = try await TestPlatform()
        try test.write(Self.post(1), to: "blog/_posts/2020-01-01-post-1.md")
        _ = try await test.importing("blog/_posts")
        let (publisher, scope) = (test.publisher, test.scope)
        let first = try await publisher.publish(scope, by: "a")
        let second = try await publisher.publish(scope, force: true, by: "a")
        #expect(first.release.manifests == second.release.manifests && second.release.version == 2)
        async let left = publisher.publish(scope, force: true, by: "b")
        async let right = publisher.publish(scope, force: true, by: "c")
        let versions = try await [left.release.version, right.release.version]
        #expect(versions.sorted() == [3, 4])
        #expect(try await publisher.verify(scope).failures.isEmpty)
        let file = try await publisher.contentDatabase(scope, version: 4)
        #expect(try await file.data().starts(with: Data("SQLite format 3".utf8)))
    }

    // HUB-008, HUB-025
    @Test func `a rollback is a higher version signed with the current keys`() async throws {
        let test = try await TestPlatform()
        try test.write(Self.post(1), to: "blog/_posts/2020-01-01-post-1.md")
        _ = try await test.importing("blog/_posts")
        let (publisher, scope) = (test.publisher, test.scope)
        let first = try await publisher.publish(scope, by: "a").release
        try test.write(Self.post(2), to: "blog/_posts/2020-01-01-post-2.md")
        _ = try await test.importing("blog/_posts")
        _ = try await publisher.publish(scope, by: "a")
        let der = try await publisher.keys.publicKey(app: TestPlatform.app)
        #expect(try await publisher.keys.rotate(app: TestPlatform.app, by: "a").rootVersion == 2)
        #expect(try await !publisher.verify(scope).failures.isEmpty)
        let back = try await publisher.rollback(scope, to: 1, by: "a")
        #expect(back.version == 3 && back.manifests == first.manifests)
        #expect(try await publisher.verify(scope).failures.isEmpty)
        #expect(try await publisher.keys.publicKey(app: TestPlatform.app) == der)
        let plist = try publisher.keys.configuration(
            scope: scope, server: try #require(URL(string: "https://c.example")))
        let values = try PropertyListSerialization.propertyList(from: plist, format: nil) as? [String: String]
        #expect(values == ["appID": "demo", "dbServiceUrl": "https://c.example/v1/apps/demo/main"])
    }

    @Test(arguments: PublicKey.Algorithm.allCases)
    func `the root key may be of any accepted algorithm`(algorithm: PublicKey.Algorithm) async throws {
        let test = try await TestPlatform()
        _ = try await test.platform.apps.create("other", name: "Other", by: "test")
        _ = try await test.publisher.keys.initialize(app: "other", algorithm: algorithm, by: "test")
        let der = try await test.publisher.keys.publicKey(app: "other")
        #expect(try PublicKey(der: der).algorithm == algorithm)
    }

    // HUB-051
    @Test func `an empty hub cannot be published, and an empty channel is left out`() async throws {
        let test = try await TestPlatform()
        let content = test.platform.content
        await #expect(throws: PublishingError.self) { try await test.publisher.publish(test.scope, by: "a") }
        let hub = try await content.create(HubRecord(app: TestPlatform.app, id: "news", title: "News"), by: "a")
        let refused = await #expect(throws: PublishingError.self) {
            try await test.publisher.publish(test.scope, by: "a")
        }
        #expect(refused?.code == .empty && refused?.message.contains("News") == true)
        let full = try await content.create(
            ChannelRecord(app: TestPlatform.app, hub: hub.id, id: "full", title: "Full"), by: "a")
        _ = try await content.create(
            ChannelRecord(app: TestPlatform.app, hub: hub.id, id: "void", title: "Void"), by: "a")
        _ = try await content.createArticle(
            ArticleContent(title: "A", body: "Text"), in: full.uri, app: TestPlatform.app, by: "a")
        let outcome = try await test.publisher.publish(test.scope, by: "a")
        #expect(
            outcome.warnings.count == 1 && outcome.warnings[0].contains("Void") && outcome.release.manifests.count == 2)
    }

    // HUB-005, HUB-187
    @Test func `a new order reaches the release and an article keeps its address`() async throws {
        let test = try await TestPlatform()
        let content = test.platform.content
        let hub = try await content.create(HubRecord(app: TestPlatform.app, id: "news", title: "News"), by: "a")
        let channel = try await content.create(
            ChannelRecord(app: TestPlatform.app, hub: hub.id, id: "c", title: "C"), by: "a")
        var uris: [ContentURI] = []
        for title in ["A", "B", "C"] {
            uris.append(
                try await content.createArticle(
                    ArticleContent(title: title, body: "x"), in: channel.uri, app: TestPlatform.app, by: "a"
                ).uri)
        }
        _ = try await test.publisher.publish(test.scope, by: "a")
        let order = [uris[1], uris[0], uris[2]]
        try await content.reorder(order, in: channel.uri, app: TestPlatform.app, by: "a")
        #expect(try await !test.publisher.pendingChanges(test.scope).isEmpty)
        let release = try await test.publisher.publish(test.scope, by: "a").release
        let manifests = try await test.publisher.manifests(of: release.version, in: test.scope)
        #expect(manifests[1].items.dropFirst().map(\.uri) == order)
        try await content.delete(uris[0], expectedVersion: nil, app: TestPlatform.app, by: "a")
        let anew = try await content.createArticle(
            ArticleContent(title: "A", body: "x"), in: channel.uri, app: TestPlatform.app, by: "a")
        #expect(anew.uri != uris[0])
    }

    private static func post(_ number: Int) -> String {
        let text = (0..<40).map {
            "Sentence \(number)-\($0) talks about topic \((number * 31 + $0 * 17) % 97) at some length, as articles do."
        }
        return
            "---\ntitle: Post \(number)\ndate: 2020-01-01\ncategory: Channel \(number % 5)\nauthor: ada\ndescription: About \(number)\n---\n"
            + text.enumerated().map { $0.offset % 5 == 4 ? $0.element + "\n\n" : $0.element + " " }.joined()
    }
}
