import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct ReleaseStoreTests {
    private let scope: Scope
    private let key: SigningKey

    init() throws {
        scope = try Scope(app: "demo")
        key = try SigningKey.generate()
    }

    private func record(_ version: Int) -> ReleaseRecord {
        ReleaseRecord(
            scope: scope, version: version, issued: Timestamp(milliseconds: 1), note: "n\(version)", who: "Ann",
            document: ObjectReference(of: Data("\(version)".utf8)), manifests: [])
    }

    private func fresh() throws -> SignedDocument {
        try SignedDocument(type: .fresh, payload: Data("{}".utf8), keys: [key])
    }

    // HUB-007
    @Test(arguments: StoreEngine.all) func `racing publishers get ordered versions and never one version twice`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let releases = store.platform.releases
        let document = try fresh()
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { [self] in
                    try await succeeds(unless: [.versionConflict]) { () async throws(StoreError) in
                        try await releases.publish(record(1), fresh: document, freshVersion: 1)
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
        try await releases.publish(record(2), fresh: document, freshVersion: 2)
        #expect(try await releases.latest(scope) == record(2))
        #expect(try await releases.history(scope, before: nil, limit: 10).map(\.version) == [2, 1])
    }

    // HUB-008
    @Test(arguments: StoreEngine.all)
    func `earlier releases stay and a stale fresh document takes its release back with it`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let releases = store.platform.releases
        let document = try fresh()
        try await releases.publish(record(1), fresh: document, freshVersion: 1)
        #expect(
            await store.code { try await releases.publish(record(2), fresh: document, freshVersion: 1) }
                == .versionConflict)
        #expect(try await releases.latest(scope)?.version == 1)
        #expect(try await releases.release(1, of: scope) == record(1))
        #expect(try await releases.fresh(scope)?.bytes == document.encoded())
    }

    // HUB-007
    @Test(arguments: StoreEngine.all) func `the same release gives the same content database byte for byte`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let objects = store.platform.objects
        let page = try await objects.put(Data(repeating: 65, count: 5000))
        let hub = ContentURI(hub: "magazine")
        let manifest = try Manifest(
            uri: hub, items: [Manifest.Item(uri: hub, title: "M", tags: ["e\u{301}", "b", "\u{E9}", "b"], page: page)])
        let object = try await objects.put(try manifest.encoded())
        let source = ContentDatabaseSource(
            roots: [Data("root".utf8)], fresh: Data("fresh".utf8), release: Data("release".utf8),
            manifests: [ManifestReference(uri: hub, object: object)])
        let files = ["one", "two"].map { store.folder.appending(path: $0) }
        for file in files { try await ContentDatabaseWriter(objects: objects).write(source, to: file) }
        let bytes = try files.map { try Data(contentsOf: $0) }
        #expect(bytes[0] == bytes[1])
        let database = try SQLiteConnection(path: files[0].path)
        let select = try database.prepare("SELECT encoding, length FROM object WHERE sha256 = ?")
        select.bind(1, page.sha256.hex)
        try #require(try select.step())
        #expect(select.integer(0) == 1)
        #expect(select.integer(1) == 5000)
        let tags = try database.prepare("SELECT GROUP_CONCAT(HEX(tag)) FROM (SELECT tag FROM item_tag ORDER BY tag)")
        try #require(try tags.step())
        #expect(tags.text(0) == "62,65CC81,C3A9", "each spelling is a tag of its own")
    }
}
