import Foundation
import MarqueeWire
import TestPostgres
import Testing

@testable import PlatformStore

/// Which database belongs to a data directory.
@Suite struct DatabaseAddressTests {
    @Test func `a directory keeps to its engine`() async throws {
        let onSQLite = try await TemporaryPlatform(.sqlite)
        let onPostgres = try await TemporaryPlatform(.postgres)
        let elsewhere = try DatabaseAddress(postgres: TestPostgres.shared.makeDatabase())
        let own = await #expect(throws: StoreError.self) {
            try await Platform.open(at: onSQLite.folder, database: elsewhere)
        }
        #expect(own?.code == .invalid && own?.message.contains("has a database of its own") == true)
        let forgotten = await #expect(throws: StoreError.self) { try await Platform.open(at: onPostgres.folder) }
        #expect(forgotten?.code == .invalid && forgotten?.message.contains("PostgreSQL at postgres://") == true)
        #expect(try await onPostgres.reopened().apps.apps().map(\.id) == ["demo"])
        for folder in [onSQLite.folder, onPostgres.folder] { #expect(DatabaseAddress.isDataFolder(folder)) }
        #expect(!DatabaseAddress.isDataFolder(FileManager.default.temporaryDirectory))
    }

    @Test func `a database of a later build is refused and left as it is`() async throws {
        let address = try TestPostgres.shared.makeDatabase()
        let database = try PostgresDatabase(address)
        try await database.migrate(PlatformSchema.migrations)
        let later = SQLMigration(name: "999 later") { try $0.script("CREATE TABLE later (id TEXT)") }
        try await database.migrate(PlatformSchema.migrations + [later])
        let folder = FileManager.default.temporaryDirectory.appending(path: "platform-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = await #expect(throws: StoreError.self) {
            try await Platform.open(at: folder, database: DatabaseAddress(postgres: address))
        }
        #expect(error?.code == .invalid && error?.message.contains("later version") == true)
        let last: [String] = try await database.read {
            try $0.column("SELECT name FROM migration ORDER BY name DESC LIMIT 1")
        }
        #expect(last == ["999 later"])
        await database.close()
    }

    @Test func `servers that start at the same time make the layout once`() async throws {
        let address = try TestPostgres.shared.makeDatabase()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let database = try PostgresDatabase(address)
                    try await database.migrate(PlatformSchema.migrations)
                    await database.close()
                }
            }
            try await group.waitForAll()
        }
        let database = try PostgresDatabase(address)
        let done: [String] = try await database.read { try $0.column("SELECT name FROM migration ORDER BY name") }
        #expect(done == PlatformSchema.migrations.map(\.name).sorted())
        await database.close()
    }

    @Test func `an address shows no password`() throws {
        let address = try DatabaseAddress(postgres: "postgres://ann:topsecret@localhost/marquee")
        var dumped = ""
        dump(address, to: &dumped)
        for text in ["\(address)", String(reflecting: address), dumped] {
            #expect(!text.contains("topsecret"), "\(text)")
        }
        #expect(address.isShared && !DatabaseAddress.folder.isShared)
    }
}
