import Foundation
import MarqueeWire
import PlatformStore
import TestPostgres
import Testing

@testable import Publishing

/// Two servers over one PostgreSQL database and the same objects agree about what is live. HUB-007
@Suite struct TwoServersTests {
    private static func open(_ folder: URL, _ address: DatabaseAddress) async throws -> Platform {
        try await Platform.open(at: folder, database: address)
    }

    /// Runs a test with the publishers of two servers and six articles.
    private static func withServers(
        _ body: (_ publishers: [Publisher], _ articles: [ArticleRecord], _ second: Platform) async throws -> Void
    ) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "servers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let (left, right) = (root.appending(path: "left"), root.appending(path: "right"))
        let address = try DatabaseAddress(postgres: TestPostgres.shared.makeDatabase())
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let first = try await Self.open(left, address)
        _ = try await first.apps.create("demo", name: "Demo", by: "test")
        _ = try await KeyCeremony(platform: first).initialize(app: "demo", by: "test")
        for name in ["keys", "objects", "releases"] {
            try FileManager.default.createDirectory(
                at: left.appending(path: name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try FileManager.default.createDirectory(
            at: right.appending(path: "keys"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(
            at: left.appending(path: "keys/@server.key"), to: right.appending(path: "keys/@server.key"))
        try FileManager.default.createSymbolicLink(
            at: right.appending(path: "objects"), withDestinationURL: left.appending(path: "objects"))
        let second = try await Self.open(right, address)
        let hub = try await first.content.create(HubRecord(app: "demo", id: "news", title: "News"), by: "a")
        let channel = try await first.content.create(
            ChannelRecord(app: "demo", hub: hub.id, id: "c", title: "C"), by: "a")
        var articles: [ArticleRecord] = []
        for number in 1...6 {
            articles.append(
                try await first.content.createArticle(
                    ArticleContent(title: "Article \(number)", body: "x"), in: channel.uri, app: "demo", by: "a"))
        }
        let publishers = [Publisher(platform: first), Publisher(platform: second)]
        try await body(publishers, articles, second)
    }

    /// Each server publishes half of the articles, all at the same time.
    private static func publish(_ articles: [ArticleRecord], _ publishers: [Publisher]) async throws {
        let scope = try Scope(app: "demo")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, article) in articles.enumerated() {
                group.addTask {
                    let taking = ReleaseChoice.Taking.only([article.uri: article.version])
                    _ = try await publishers[number % 2].publish(scope, taking: taking, by: "s")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `servers that publish other ticks at the same time lose none of them`() async throws {
        let scope = try Scope(app: "demo")
        try await Self.withServers { publishers, articles, second in
            try await Self.publish(articles, publishers)
            #expect(try await publishers[0].history(scope, limit: 1).first?.version == 6)
            let pages = try await publishers[1].manifests(of: 6, in: scope).flatMap(\.items).map(\.uri)
            #expect(Set(pages).isSuperset(of: articles.map(\.uri)))
            for article in articles {
                let stored = try await second.content.article(article.uri, app: "demo")
                #expect(stored?.liveVersion == 1)
            }
        }
    }

    @Test func `servers that publish the same pages at the same time lose none of the versions`() async throws {
        let scope = try Scope(app: "demo")
        try await Self.withServers { publishers, articles, second in
            _ = try await publishers[0].publish(scope, by: "s")
            var saved: [ArticleRecord] = []
            for article in articles {
                saved.append(try await second.content.update(article, expectedVersion: 1, by: "b"))
            }
            try await Self.publish(saved, publishers)
            #expect(try await publishers[0].history(scope, limit: 1).first?.version == 1)
            for article in articles {
                let stored = try await second.content.article(article.uri, app: "demo")
                #expect(stored?.liveVersion == 2)
            }
        }
    }
}
