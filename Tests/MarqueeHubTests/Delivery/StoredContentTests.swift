import Foundation
import GRDB
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

/// Content on disk is verified again before it is presented.
///
/// HUB-051, HUB-155, HUB-156.
@Suite struct StoredContentTests {
    private let device: DeliveryFixture

    init() throws {
        device = try DeliveryFixture()
    }

    /// HUB-156: the edits that an attacker can make with SQL.
    @Test(arguments: [
        "UPDATE item SET title = 'evil' WHERE type = 'article'",
        "DELETE FROM item WHERE uri LIKE '%news-1'",
        "INSERT INTO item VALUES ('zbimdb://brand/a/evil', 'article', 'zbimdb://brand/c/news', 9, '', NULL, NULL, NULL, NULL, NULL, '')",
        "UPDATE item SET position = 9 - position WHERE type = 'article'",
        "INSERT INTO item_tag SELECT uri, 'evil' FROM item LIMIT 1",
        "DELETE FROM item_tag",
        "UPDATE asset SET media_type = 'text/html'",
        "DELETE FROM object",
        "UPDATE document SET bytes = bytes || x'00' WHERE name = 'release'",
        "DELETE FROM document WHERE name = 'root/1'",
        "CREATE TRIGGER evil AFTER INSERT ON item BEGIN DELETE FROM item; END",
        "CREATE VIEW evil AS SELECT * FROM item",
        "CREATE TABLE evil (a)",
        "PRAGMA user_version = 9",
        "PRAGMA journal_mode = WAL",
    ])
    func `an edited file is not presented and is replaced`(sql: String) async throws {
        let library = try await device.filledLibrary()
        let queue = try DatabaseQueue(path: try device.contentFile().path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            _ = try Row.fetchAll(db, sql: sql)
        }
        try queue.close()
        #expect(library.open() == nil)
        #expect(await eventually { library.isReady })
        #expect(library.open()?.version == 1)
        #expect(device.wasReady == [true, false, true])
    }

    /// HUB-155: each page is verified when it is read.
    @Test func `a page with a changed byte is never returned, and the release is fetched again`() async throws {
        let library = try await device.filledLibrary()
        let queue = try DatabaseQueue(path: try device.contentFile().path)
        try await queue.write { db in
            try db.execute(
                sql: "UPDATE object SET bytes = substr(bytes, 1, 20) || x'FF' || substr(bytes, 22) WHERE length > 1000")
        }
        try queue.close()
        let snapshot = try #require(library.open())
        let error = #expect(throws: HubError.self) {
            try snapshot.page(ContentURI(hub: "brand", .article("news-1")))
        }
        #expect(error?.code == .missingDatabase)
        #expect(await eventually { library.isReady })
        #expect(device.wasReady == [true, false, true])
        #expect(try library.open()?.page(ContentURI(hub: "brand", .article("news-1"))).isEmpty == false)
    }

    /// HUB-156: the refresh began before the damage was found.
    @Test func `a refresh without news repairs damage that is found while it runs`() async throws {
        let library = try await device.filledLibrary()
        let page = ContentURI(hub: "brand", .article("news-1"))
        let snapshot = try #require(library.open())
        let queue = try DatabaseQueue(path: try device.contentFile().path)
        try await queue.write { db in
            try db.execute(
                sql: """
                    UPDATE object SET bytes = zeroblob(length(bytes))
                    WHERE sha256 = (SELECT sha256 FROM item WHERE uri = ?)
                    """, arguments: [page.description])
        }
        try queue.close()
        let isRead = Locked(false)
        device.service.intercept { path throws(TransportError) in
            let isFirst = isRead.withLock { isRead in
                defer { isRead = true }
                return !isRead
            }
            if isFirst { _ = try? snapshot.page(page) }
            return nil
        }
        let outcome = await library.refresh()
        guard case .updated(version: 1, _) = outcome else {
            Issue.record("expected the release again, got \(outcome)")
            return
        }
        #expect(library.isReady)
        #expect(!library.isDownloading)
        #expect(try library.open()?.page(page).isEmpty == false)
    }

    /// HUB-155: an earlier verification of a page proves nothing about its bytes at a later read.
    @Test func `a page is verified again at each read, whichever byte has changed`() async throws {
        let snapshot = try #require(try await device.filledLibrary().open())
        let uri = ContentURI(hub: "brand", .article("news-1"))
        let page = try snapshot.page(uri)
        let queue = try DatabaseQueue(path: try device.contentFile().path)
        let sha256 = try #require(snapshot.item(uri)?.page.sha256.hex)
        let (encoding, stored): (Int, Data) = try await queue.read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT encoding, bytes FROM object WHERE sha256 = ?", arguments: [sha256])
            return (try #require(row?[0]), try #require(row?[1]))
        }
        #expect(encoding == 1)
        func write(_ bytes: Data) throws {
            try queue.write {
                try $0.execute(sql: "UPDATE object SET bytes = ? WHERE sha256 = ?", arguments: [bytes, sha256])
            }
        }
        for index in stored.indices {
            var changed = stored
            changed[index] ^= 1
            try write(changed)
            #expect((try? snapshot.page(uri)) == nil, "byte \(index)")
        }
        try write(try Deflate.compress(Data("another page".utf8)))
        #expect((try? snapshot.page(uri)) == nil)
        // The same page with another compression level is the same page.
        try write(try Deflate.compress(page, level: 1))
        #expect(try snapshot.page(uri) == page)
        try write(stored)
        #expect(try snapshot.page(uri) == page)
        try queue.close()
    }

    /// HUB-028: opening verifies the documents and manifests. A page is verified only when it is read.
    @Test func `opening stored content reads no page and no asset`() async throws {
        _ = try await device.filledLibrary()
        let queue = try DatabaseQueue(path: try device.contentFile().path)
        let pages = try await queue.write { db in
            let documents = try String.fetchAll(db, sql: "SELECT sha256 FROM item UNION SELECT sha256 FROM asset")
            for sha256 in documents {
                try db.execute(
                    sql: "UPDATE object SET bytes = zeroblob(length(bytes)) WHERE sha256 = ?", arguments: [sha256])
            }
            return documents.count
        }
        try queue.close()
        let library = try await device.library()
        #expect(pages == 10)
        #expect(library.isReady)
        let snapshot = try #require(library.open())
        for hub in snapshot.hubs() {
            #expect(throws: HubError.self) { try snapshot.page(hub.uri) }
        }
        #expect(device.service.takeRequests() == [])
    }

    // HUB-051
    @Test func `a release with an empty channel or no hub is refused`() async throws {
        let library = try await device.filledLibrary()
        var content = SimulatedContent.sample()
        content.hubs[0].channels[1].articles = []
        try device.service.publish(content)
        #expect(await library.refresh().error?.code == .invalidContent)
        content.hubs[0].channels = []
        try device.service.publish(content)
        #expect(await library.refresh().error?.code == .invalidContent)
        #expect(library.open()?.version == 1)
    }

    @Test func `pre-cached content is shown at once, and newer content replaces it`() async throws {
        _ = try await device.filledLibrary()
        let precached = device.folder.appendingPathComponent("contentDB.sqlite3")
        try FileManager.default.copyItem(at: try device.contentFile(), to: precached)
        let content = device.folder.appendingPathComponent("content")
        try FileManager.default.removeItem(at: content)
        let library = try await device.library(precached: precached)
        #expect(library.isReady)
        #expect(library.open()?.version == 1)
        try device.service.publish(.sample(articles: 5))
        _ = await library.refresh()
        #expect(library.open()?.version == 2)
        #expect(try await device.library(precached: precached).open()?.version == 2)
    }

    // HUB-025
    @Test func `what the keys before a rotation signed is shown until the next publish, and accepted no longer`()
        async throws
    {
        _ = try await device.filledLibrary()
        let precached = device.folder.appendingPathComponent("contentDB.sqlite3")
        try FileManager.default.copyItem(at: try device.contentFile(), to: precached)
        try FileManager.default.removeItem(at: device.folder.appendingPathComponent("content"))
        let before = device.service.engine
        try device.engine { engine in
            engine.keys[.release] = [try .generate()]
            engine.keys[.fresh] = [try .generate()]
            try engine.publishRoot(now: device.now)
        }
        let library = try await device.library(precached: precached)
        #expect(library.open()?.version == 1)
        try device.engine { engine in try engine.publish(.sample(articles: 4), now: device.now) }
        #expect(await library.refresh().error == nil)
        #expect(library.open()?.version == 2)

        let roots = device.service.engine.roots
        var old = before
        old.roots = roots
        (old.releaseVersion, old.freshVersion) = (7, 7)
        try old.publish(.sample(articles: 5), now: device.now)
        device.service.replace(old)
        #expect(await library.refresh().error?.code == .notAuthentic)
        #expect(library.open()?.version == 2)
    }

    @Test func `pre-cached content of another app's key is not used`() async throws {
        _ = try await device.filledLibrary()
        let precached = device.folder.appendingPathComponent("contentDB.sqlite3")
        try FileManager.default.copyItem(at: try device.contentFile(), to: precached)
        try FileManager.default.removeItem(at: device.folder.appendingPathComponent("content"))
        let stranger = try TrustAnchors(keys: [try SigningKey.generate().publicKey().subjectPublicKeyInfo])
        #expect(try await !device.library(anchors: stranger, precached: precached).isReady)
        let refusals = device.changes.withLock { changes in
            changes.compactMap { if case .precachedRefused(let code, _) = $0 { code } else { nil } }
        }
        #expect(refusals == [.notAuthentic])
    }

    @Test func `the log says why the app's pre-cached content is not used`() async throws {
        let fixture = try HubFixture()
        let file = fixture.folder.url.appending(path: "contentDB.sqlite3")
        try Data("not a database".utf8).write(to: file)
        let service = try SimulatedContentService(now: { fixture.clock.now })
        let library = try ContentLibrary(
            ContentLibrary.Source(
                service: service.url, scope: service.scope,
                anchors: TrustAnchors(keys: [try service.publicKey()]), precached: file),
            environment: fixture.core.environment, changed: { [hub = fixture.hub] in hub.changed($0) })
        await library.prove()
        #expect(!library.isReady)
        let messages = Log.Severity.allCases.flatMap(fixture.log.messages)
        #expect(messages.contains { $0.hasPrefix("the pre-cached content is not used") })
    }

    /// HUB-028, HUB-135: the time of a start must not depend on the amount of content.
    @Test func `opening the library reads no content, and the library is ready after verification`() async throws {
        _ = try await device.filledLibrary()
        let library = try device.unprovenLibrary()
        #expect(!library.isReady)
        await library.prove()
        #expect(library.isReady)
        #expect(device.wasReady == [true, true])
    }

    /// HUB-028, HUB-135: the time of a start must not depend on the size of the pre-cached file.
    @Test func `verification activates pre-cached content, and opening the library does not`() async throws {
        let precached = device.folder.appendingPathComponent("contentDB.sqlite3")
        let filled = try await device.filledLibrary()
        try FileManager.default.copyItem(at: try device.contentFile(), to: precached)
        await filled.close()
        try FileManager.default.removeItem(at: device.folder.appendingPathComponent("content"))
        let library = try device.unprovenLibrary(precached: precached)
        #expect(library.folder.contentFiles() == [])
        #expect(!library.isReady)
        await library.prove()
        #expect(library.isReady)
        #expect(library.folder.contentFiles().count == 1)
        #expect(library.open()?.version == 1)
    }

    @Test func `content that was edited while the app did not run is never ready`() async throws {
        _ = try await device.filledLibrary()
        let queue = try DatabaseQueue(path: try device.contentFile().path)
        try await queue.write { try $0.execute(sql: "UPDATE item SET title = 'evil'") }
        try queue.close()
        let library = try await device.library()
        #expect(!library.isReady)
        #expect(library.open() == nil)
        #expect(await eventually { library.isReady })
        #expect(library.open()?.version == 1)
    }

    @Test func `pre-cached content replaces damaged content without a network`() async throws {
        _ = try await device.filledLibrary()
        let precached = device.folder.appendingPathComponent("contentDB.sqlite3")
        try FileManager.default.copyItem(at: try device.contentFile(), to: precached)
        let queue = try DatabaseQueue(path: try device.contentFile().path)
        try await queue.write { try $0.execute(sql: "DELETE FROM item_tag") }
        try queue.close()
        device.service.intercept { _ throws(TransportError) in throw TransportError(.unreachable, "offline") }
        let library = try await device.library(precached: precached)
        #expect(library.isReady)
        #expect(library.open()?.version == 1)
    }

    @Test func `a lost state file is rebuilt from the verified content file`() async throws {
        _ = try await device.filledLibrary()
        try FileManager.default.removeItem(at: device.folder.appendingPathComponent("content/state.json"))
        let library = try await device.library()
        #expect(library.open()?.version == 1)
        #expect(library.fresh != nil)
    }

    /// HUB-141: several states at the same time.
    @Test func `stored content stays ready while a newer release is downloaded`() async throws {
        let library = try await device.filledLibrary()
        try device.service.publish(.sample(articles: 5))
        let seen = Locked<[Bool]>([])
        device.service.intercept { [weak library] _ throws(TransportError) in
            guard let library else { return nil }
            seen.withLock { $0.append(library.isReady && library.isDownloading) }
            return nil
        }
        let snapshot = library.open()
        _ = await library.refresh()
        #expect(snapshot?.version == 1)
        #expect(seen.withLock { $0.allSatisfy { $0 } && !$0.isEmpty })
    }
}
