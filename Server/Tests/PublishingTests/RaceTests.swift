import Foundation
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Publishing

/// A store of releases in which somebody else publishes right before the first publish that comes by.
private final class OvertakenStore: ReleaseStore {
    private let store: any ReleaseStore
    private let rival: Mutex<(@Sendable () async throws -> Void)?>

    init(_ store: any ReleaseStore, rival: @escaping @Sendable () async throws -> Void) {
        self.store = store
        self.rival = Mutex(rival)
    }

    func lastReleases(of articles: [ContentURI], in scope: Scope) async throws(StoreError) -> [ContentURI: Int] {
        try await store.lastReleases(of: articles, in: scope)
    }

    func articles(of version: Int, in scope: Scope) async throws(StoreError) -> [LiveArticle] {
        try await store.articles(of: version, in: scope)
    }

    func record(_ live: [LiveArticle], of version: Int, in scope: Scope, by who: String) async throws(StoreError) {
        try await store.record(live, of: version, in: scope, by: who)
    }

    func publish(_ release: ReleaseRecord, fresh: SignedDocument, freshVersion: Int, live: [LiveArticle]?)
        async throws(StoreError)
    {
        let rival = rival.withLock { rival in
            defer { rival = nil }
            return rival
        }
        do { try await rival?() } catch { throw StoreError(.storage, "the rival failed: \(error)") }
        try await store.publish(release, fresh: fresh, freshVersion: freshVersion, live: live)
    }

    func latest(_ scope: Scope) async throws(StoreError) -> ReleaseRecord? { try await store.latest(scope) }

    func release(_ version: Int, of scope: Scope) async throws(StoreError) -> ReleaseRecord? {
        try await store.release(version, of: scope)
    }

    func history(_ scope: Scope, before version: Int?, limit: Int) async throws(StoreError) -> [ReleaseRecord] {
        try await store.history(scope, before: version, limit: limit)
    }

    func scopes() async throws(StoreError) -> [Scope] { try await store.scopes() }

    func appendFresh(_ document: SignedDocument, version: Int, scope: Scope, by who: String) async throws(StoreError) {
        try await store.appendFresh(document, version: version, scope: scope, by: who)
    }

    func fresh(_ scope: Scope) async throws(StoreError) -> StoredDocument? { try await store.fresh(scope) }

    func fresh(_ version: Int, of scope: Scope) async throws(StoreError) -> StoredDocument? {
        try await store.fresh(version, of: scope)
    }

    func appendRoot(_ document: SignedDocument, version: Int, app: String, by who: String) async throws(StoreError) {
        try await store.appendRoot(document, version: version, app: app, by: who)
    }

    func root(_ version: Int, app: String) async throws(StoreError) -> StoredDocument? {
        try await store.root(version, app: app)
    }

    func latestRoot(app: String) async throws(StoreError) -> StoredDocument? { try await store.latestRoot(app: app) }
}

/// Publishers that overtake each other, and the file that every release leaves. HUB-007, HUB-025
@Suite struct RaceTests {
    private static func article(_ title: String) -> String { "---\ntitle: \(title)\ncategory: News\n---\nText" }

    private func publish(_ title: String, _ test: TestPlatform) async throws -> ReleaseRecord {
        try test.write(Self.article(title), to: "posts/2026-01-01-post.md")
        _ = try await test.importing("posts")
        return try await test.publisher.publish(test.scope, by: "a").release
    }

    /// A publisher that is overtaken once, right before its release would be stored.
    private func overtaken(_ test: TestPlatform, by rival: @escaping @Sendable () async throws -> Void) -> Publisher {
        var platform = test.platform
        platform.releases = OvertakenStore(platform.releases, rival: rival)
        return Publisher(platform: platform)
    }

    private func titles(_ version: Int, _ test: TestPlatform) async throws -> [String] {
        try await test.publisher.manifests(of: version, in: test.scope).flatMap(\.items).map(\.title)
    }

    @Test func `a publish that was overtaken reads the content again`() async throws {
        let test = try await TestPlatform()
        _ = try await publish("Old", test)
        let slow = overtaken(test) { _ = try await publish("New", test) }
        let outcome = try await slow.publish(test.scope, force: true, by: "b")
        #expect(outcome.release.version == 3)
        #expect(try await titles(3, test).contains("New"))
        #expect(try await !titles(3, test).contains("Old"))
    }

    @Test func `signing again never restores a release that was replaced meanwhile`() async throws {
        let test = try await TestPlatform()
        _ = try await publish("Old", test)
        let slow = overtaken(test) { _ = try await publish("New", test) }
        try await slow.renew(app: TestPlatform.app, by: "b")
        let latest = try #require(try await test.platform.releases.latest(test.scope))
        #expect(latest.version == 3)
        #expect(try await titles(3, test).contains("New"))
    }

    @Test func `scheduled publishing does not undo a rollback`() async throws {
        let test = try await TestPlatform()
        _ = try await publish("Good", test)
        _ = try await publish("Mistake", test)
        try test.write(Self.article("Later"), to: "posts/2026-01-01-post.md")
        _ = try await test.importing("posts")
        let slow = overtaken(test) { _ = try await test.publisher.rollback(test.scope, to: 1, by: "Ann") }
        #expect(try await slow.publishUnlessRestored(test.scope, note: "", by: "feed") == nil)
        let latest = try #require(try await test.platform.releases.latest(test.scope))
        #expect(latest.restores == 1)
        #expect(try await titles(latest.version, test).contains("Good"))
    }

    @Test func `new keys sign all current documents at once`() async throws {
        let test = try await TestPlatform()
        let before = try await publish("Title", test)
        let summary = try await test.publisher.rotateKeys(app: TestPlatform.app, by: "a")
        #expect(summary.rootVersion == 2)
        let check = try await test.publisher.verify(test.scope)
        #expect(check.failures.isEmpty && check.version == 2)
        #expect(try await test.platform.releases.latest(test.scope)?.manifests == before.manifests)
    }

    // HUB-025: the rotation publishes by itself, so old bundles are proven by the new root no longer than that.
    @Test func `after a rotation the new root proves the new release and no earlier one`() async throws {
        let test = try await TestPlatform()
        func isProven(_ record: ReleaseRecord, byRoot version: Int) async throws -> Bool {
            let stored = try #require(try await test.platform.releases.root(version, app: TestPlatform.app))
            let root = try SignedDocument(stored.bytes, expected: .root).read(
                Root.self, as: try Scope(app: TestPlatform.app))
            let bytes = try #require(try await test.platform.objects.data(record.document.sha256, verifying: true))
            let document = try SignedDocument(bytes, expected: .release)
            do { try document.verify([root.policy(for: .release)]) } catch { return false }
            return true
        }
        let before = try await publish("Title", test)
        #expect(try await isProven(before, byRoot: 1))
        _ = try await test.publisher.rotateKeys(app: TestPlatform.app, by: "a")
        let after = try #require(try await test.platform.releases.latest(test.scope))
        #expect(after.version == 2)
        #expect(try await isProven(after, byRoot: 2))
        #expect(try await !isProven(before, byRoot: 2))
        #expect(try await !isProven(after, byRoot: 1))
    }

    @Test func `a rotation that was interrupted is finished by the server`() async throws {
        let test = try await TestPlatform()
        _ = try await publish("Title", test)
        _ = try await test.publisher.keys.rotate(app: TestPlatform.app, by: "a")
        #expect(try await !test.publisher.verify(test.scope).failures.isEmpty)
        #expect(try await test.publisher.renewDue(by: "server") == [test.scope])
        #expect(try await test.publisher.verify(test.scope).failures.isEmpty)
        #expect(try await test.publisher.renewDue(by: "server").isEmpty)
    }

    @Test(arguments: [[DocumentType.release], [.fresh], [.root], DocumentType.allCases])
    func `a change of the fresh document does not hide an interrupted rotation`(_ roles: [DocumentType]) async throws {
        let test = try await TestPlatform()
        _ = try await publish("Title", test)
        _ = try await test.publisher.keys.rotate(app: TestPlatform.app, roles: Set(roles), by: "a")
        _ = try await test.publisher.updateFresh(test.scope, by: "a") { $0.state = .paused(reason: "recall") }
        _ = try await test.publisher.renewDue(by: "server")
        #expect(try await test.publisher.verify(test.scope).failures.isEmpty)
        let stored = try #require(try await test.platform.releases.fresh(test.scope))
        let fresh = try SignedDocument(stored.bytes, expected: .fresh).read(Fresh.self, as: test.scope)
        #expect(fresh.state == .paused(reason: "recall"), "the switch stays")
        #expect(try await test.publisher.renewDue(by: "server").isEmpty)
    }

    @Test func `every release leaves its file, and one that is missing comes back with the same bytes`() async throws {
        let test = try await TestPlatform()
        var files: [Data] = []
        for index in 1...3 {
            let version = try await publish("Title \(index)", test).version
            let file = test.platform.folder.appending(path: "releases/demo/main/\(version)/contentDB.sqlite3")
            files.append(try Data(contentsOf: file))
        }
        _ = try await test.publisher.updateFresh(test.scope, by: "a") { _ in }
        _ = try await test.publisher.rotateKeys(app: TestPlatform.app, by: "a")
        for version in 1...3 {
            let file = try await test.publisher.contentDatabase(test.scope, version: version)
            #expect(try await file.data() == files[version - 1])
            try FileManager.default.removeItem(at: #require(file.url))
            let again = try await test.publisher.contentDatabase(test.scope, version: version)
            #expect(try await again.data() == files[version - 1])
        }
        let missing = await #expect(throws: PublishingError.self) {
            try await test.publisher.contentDatabase(test.scope, version: 9)
        }
        #expect(missing?.code == .notFound)
    }

    @Test func `requests for old releases do not fill the disk`() async throws {
        let test = try await TestPlatform()
        for index in 1...14 { _ = try await publish("Title \(index)", test) }
        let folder = test.platform.folder.appending(path: "releases/demo/main")
        let publisher = test.publisher
        try await withThrowingTaskGroup(of: Data.self) { group in
            for version in (1...14).flatMap({ [$0, $0] }) {
                group.addTask {
                    // A file may be gone by the time it is read: then it is asked for again.
                    for _ in 0..<5 {
                        let file = try? await publisher.contentDatabase(test.scope, version: version)
                        if let data = try? await file?.data() { return data }
                    }
                    return Data()
                }
            }
            for try await data in group { #expect(data.starts(with: Data("SQLite format 3".utf8))) }
        }
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { Int($0) }
        #expect(kept.count == ReleaseFiles.keptNewest + ReleaseFiles.keptOlder)
        #expect(Set(kept).isSuperset(of: 7...14))
    }
}
