import Foundation
import MarqueeWire
import TestPostgres
import Testing

@testable import PlatformStore

/// Private keys, in a folder beside SQLite and sealed in PostgreSQL.
@Suite struct KeyStoreTests {
    @Test(arguments: StoreEngine.all) func `a key signs for its app and role until it is removed`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let keys = store.platform.keys
        let key = try SigningKey.generate()
        let record = try await keys.store(key, role: .release, app: "demo", by: "Ann")
        #expect(
            try await keys.store(key, role: .release, app: "demo", by: "Ann") == record, "storing it again is no error")
        let fresh = try await keys.store(try SigningKey.generate(), role: .fresh, app: "demo", by: "Ann")
        let other = try await keys.store(try SigningKey.generate(), role: .release, app: "other", by: "Ann")
        let reopened = try await store.reopened().keys
        #expect(
            try await reopened.keys(app: "demo")
                == [fresh, record].sorted { ($0.role.rawValue, $0.id) < ($1.role.rawValue, $1.id) })
        #expect(
            try await reopened.signingKeys(app: "demo", role: .release).map(\.pemRepresentation) == [
                key.pemRepresentation
            ])
        try await reopened.remove(record.id, app: "demo", by: "Bob")
        #expect(try await keys.keys(app: "demo") == [fresh])
        #expect(try await keys.keys(app: "other") == [other])
        #expect(await store.code { try await keys.remove(record.id, app: "demo", by: "Bob") } == .notFound)
        #expect(await store.code { _ = try await keys.store(key, role: .release, app: "../x", by: "Ann") } == .invalid)
        let audited = try await store.platform.audit.entries(app: "demo", before: nil, limit: 10).map {
            "\($0.action) by \($0.who)"
        }
        #expect(audited.contains("key.remove by Bob") && audited.contains("key.store by Ann"))
    }

    @Test func `the database holds no private key that can be read, or moved to another app`() async throws {
        let store = try await TemporaryPlatform(.postgres)
        let keys = store.platform.keys
        let key = try SigningKey.generate()
        _ = try await keys.store(key, role: .release, app: "demo", by: "Ann")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.folder.appending(path: "keys").path) == [
                "@server.key"
            ])
        let database = try await store.database.open(in: store.folder)
        let sealed: [Data] = try await database.read { try $0.column("SELECT sealed FROM signing_key") }
        let secret = try #require(key.pemRepresentation.split(separator: "\n").dropFirst().first)
        #expect(sealed.count == 1 && sealed[0].range(of: Data(secret.utf8)) == nil)
        _ = try await database.write { db in try db.execute("UPDATE signing_key SET app = 'other'") }
        #expect(await store.code { _ = try await keys.signingKeys(app: "other", role: .release) } == .damaged)
    }
}

/// Servers over one database agree on the key that secrets are sealed with.
@Suite struct SealingKeyTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "second-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "keys/@server.key") }

    private func open(_ address: DatabaseAddress) async throws -> Platform {
        try await Platform.open(at: folder, database: address, passwordCost: 4)
    }

    private func refusal(_ address: DatabaseAddress) async -> StoreError? {
        await #expect(throws: StoreError.self) { try await open(address) }
    }

    @Test func `a second server needs the key of the first`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await TemporaryPlatform(.postgres)
        _ = try await first.platform.keys.store(try SigningKey.generate(), role: .release, app: "demo", by: "Ann")
        let missing = await refusal(first.database)
        #expect(missing?.code == .notFound && missing?.message.contains("copy it") == true)
        #expect(PrivateFile.mode(of: file) == nil, "no other key was made")
        try PrivateFile.write(Data((Data(repeating: 7, count: 32).base64EncodedString() + "\n").utf8), to: file)
        let wrong = await refusal(first.database)
        #expect(wrong?.code == .invalid && wrong?.message.contains("is not the key") == true)
        let key = try Data(contentsOf: first.folder.appending(path: "keys/@server.key"))
        try PrivateFile.write(key, to: file)
        let second = try await open(first.database)
        #expect(try await second.keys.signingKeys(app: "demo", role: .release).count == 1)
    }

    @Test func `a directory keeps to its database`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let one = try DatabaseAddress(postgres: TestPostgres.shared.makeDatabase())
        let other = try DatabaseAddress(postgres: TestPostgres.shared.makeDatabase())
        _ = try await open(one)
        let error = await refusal(other)
        #expect(error?.code == .invalid && error?.message.contains("belongs to another database") == true)
        _ = try await open(one)
    }
}
