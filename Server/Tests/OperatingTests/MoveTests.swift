import Collector
import Foundation
import Logging
import MarqueeWire
import Synchronization
import TestPostgres
import Testing

@testable import Operating
@testable import PlatformStore

/// A control plane in PostgreSQL has what the directory had, however often the move was interrupted.
@Suite struct MoveTests {
    @Test func `the database has the same rows and keys, and the directory stays as it was`() async throws {
        let filled = try await FilledPlatform(.sqlite, articles: 250)
        let target = try FilledPlatform.Engine.postgres.makeDatabase()
        let source = try await ControlPlane.open(.folder, in: filled.folder)
        let (rows, files) = (try await source.digests(), try Self.files(of: filled.folder))
        let summary = try await Move(from: filled.folder).run(to: target)
        #expect(summary.tables == rows)
        #expect(summary.keys == 3)
        #expect(try await source.digests() == rows)
        #expect(try Self.files(of: filled.folder) == files)

        let next = try Self.directory(with: filled.folder.appending(path: "keys/@server.key"))
        defer { try? FileManager.default.removeItem(at: next) }
        let platform = try await Platform.open(at: next, database: target)
        for role in DocumentType.allCases {
            #expect(
                try await platform.keys.signingKeys(app: "demo", role: role).map(\.pemRepresentation)
                    == filled.platform.keys.signingKeys(app: "demo", role: role).map(\.pemRepresentation))
        }
        let now = Timestamp(Date())
        #expect(
            try await platform.credentials.signingSecrets(app: "demo", now: now).map(\.id)
                == filled.platform.credentials.signingSecrets(app: "demo", now: now).map(\.id))
    }

    @Test func `a move that was interrupted continues, and servers refuse the database until then`() async throws {
        let filled = try await FilledPlatform(.sqlite, articles: 250)
        let target = try FilledPlatform.Engine.postgres.makeDatabase()
        let source = try await ControlPlane.open(.folder, in: filled.folder)
        // As a process leaves it that was killed within a table.
        await #expect(throws: StoreError.self) {
            try await ControlPlane.filling(target, from: Self.name(filled), continues: true) {
                (plane) async throws(StoreError) in
                for table in plane.tables {
                    let rows = TableRows(table)
                    let page = try await source.engine.read { try rows.next(after: nil, $0) }
                    try await plane.engine.write { try rows.insert(page, $0) }
                    if table.name == "article" { break }
                }
                throw StoreError(.storage, "killed")
            }
        }
        let refused = await #expect(throws: StoreError.self) {
            _ = try await Platform.open(at: FilledPlatform.newFolder(), database: target)
        }
        #expect(refused?.message.contains("was not filled completely") == true)
        #expect(try await Move(from: filled.folder).run(to: target).tables == source.digests())
    }

    @Test func `a move that ended says so when it runs again, and one into a changed database is refused`() async throws
    {
        let filled = try await FilledPlatform(.sqlite)
        let target = try FilledPlatform.Engine.postgres.makeDatabase()
        let first = try await Move(from: filled.folder).run(to: target)
        let again = try await Move(from: filled.folder).run(to: target)
        #expect(!first.wasComplete && again.wasComplete && again.keys == first.keys)
        let others: (TableDigest) -> Bool = { !["audit", "server_fact", "signing_key"].contains($0.table) }
        #expect(again.tables.filter(others) == first.tables.filter(others))
        _ = try await filled.platform.apps.create("later", name: "Later", by: "test")
        let refused = await #expect(throws: StoreError.self) { try await Move(from: filled.folder).run(to: target) }
        #expect(refused?.code == .alreadyExists)
    }

    @Test func `rows that an interrupted move left and the directory no longer has are replaced`() async throws {
        let filled = try await FilledPlatform(.sqlite)
        let target = try FilledPlatform.Engine.postgres.makeDatabase()
        await #expect(throws: StoreError.self) {
            try await ControlPlane.filling(target, from: Self.name(filled), continues: true) {
                (plane) async throws(StoreError) in
                try await plane.engine.write { db in
                    _ = try db.execute("INSERT INTO app (id, name, created) VALUES ('zzz', 'Gone', 1)")
                }
                throw StoreError(.storage, "killed")
            }
        }
        let source = try await ControlPlane.open(.folder, in: filled.folder)
        #expect(try await Move(from: filled.folder).run(to: target).tables == source.digests())
    }

    @Test func `a directory that a server uses is refused`() async throws {
        let filled = try await FilledPlatform(.sqlite)
        let events = filled.folder.appending(path: "events")
        try FileManager.default.createDirectory(at: events, withIntermediateDirectories: true)
        let collector = try Collector.open(at: events, logger: Logger(label: "test"))
        let target = try FilledPlatform.Engine.postgres.makeDatabase()
        let error = await #expect(throws: StoreError.self) { try await Move(from: filled.folder).run(to: target) }
        #expect(error?.message.contains("stop it first") == true)
        withExtendedLifetime(collector) {}
    }

    @Test func `a database that is used, or that another directory began to fill, is refused`() async throws {
        let (filled, other) = (try await FilledPlatform(.sqlite), try await FilledPlatform(.postgres))
        let used = await #expect(throws: StoreError.self) {
            try await Move(from: filled.folder).run(to: other.database)
        }
        #expect(used?.code == .alreadyExists)
        let target = try FilledPlatform.Engine.postgres.makeDatabase()
        await #expect(throws: StoreError.self) {
            try await ControlPlane.filling(target, from: "the directory /elsewhere", continues: true) {
                (_) async throws(StoreError) in
                throw StoreError(.storage, "killed")
            }
        }
        let begun = await #expect(throws: StoreError.self) { try await Move(from: filled.folder).run(to: target) }
        #expect(begun?.message.contains("/elsewhere") == true)
    }

    @Test func `tables of another program survive a restore and a move into their database`() async throws {
        let filled = try await FilledPlatform(.sqlite)
        let backup = try await BackupFile(of: filled)
        let text = try TestPostgres.shared.makeDatabase()
        let (target, other) = (try DatabaseAddress(postgres: text), try PostgresDatabase(text))
        try await other.write { try $0.script("CREATE TABLE account (id INTEGER); INSERT INTO account VALUES (7)") }
        let folder = FilledPlatform.newFolder()
        let restored = await #expect(throws: StoreError.self) {
            try await BackupFile.restore(try Data(contentsOf: backup.file), to: folder, database: target)
        }
        let moved = await #expect(throws: StoreError.self) { try await Move(from: filled.folder).run(to: target) }
        #expect([moved?.code, restored?.code] == [.alreadyExists, .alreadyExists])
        #expect(try await other.read { try $0.count("SELECT id FROM account") } == 7)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `commands cannot write to the directory while it is moved`() async throws {
        let filled = try await FilledPlatform(.sqlite)
        let file = DatabaseAddress.file(in: filled.folder).path
        let written = Mutex<[Bool]>([])
        @Sendable func write() -> Bool {
            guard let connection = try? SQLiteConnection(path: file),
                (try? connection.execute("PRAGMA busy_timeout = 0")) != nil
            else { return false }
            return (try? connection.execute("BEGIN IMMEDIATE; ROLLBACK")) != nil
        }
        _ = try await Move(from: filled.folder).run(to: try FilledPlatform.Engine.postgres.makeDatabase()) { _, _, _ in
            let isWritten = write()
            written.withLock { $0.append(isWritten) }
        }
        #expect(written.withLock { !$0.isEmpty && !$0.contains(true) })
        #expect(write())
    }

    @Test func `a backup without keys restores into PostgreSQL`() async throws {
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let platform = try await Platform.open(at: folder)
        let backup = try await BackupFile(of: platform, .folder)
        let target = try FilledPlatform.Engine.postgres.makeDatabase()
        let restored = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: restored) }
        try await BackupFile.restore(try Data(contentsOf: backup.file), to: restored, database: target)
        #expect(try await Platform.open(at: restored, database: target).apps.apps().isEmpty)
    }

    @Test(arguments: FilledPlatform.Engine.allCases)
    func `a backup restores into PostgreSQL, and a damaged one leaves it empty`(
        engine: FilledPlatform.Engine
    ) async throws {
        let filled = try await FilledPlatform(engine)
        let backup = try await BackupFile(of: filled)
        let target = try FilledPlatform.Engine.postgres.makeDatabase()
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var bytes = try Data(contentsOf: backup.file)
        bytes[bytes.count / 2] ^= 1
        await #expect(throws: StoreError.self) { try await BackupFile.restore(bytes, to: folder, database: target) }

        // Also what a killed process left is replaced.
        await #expect(throws: StoreError.self) {
            try await ControlPlane.filling(target, from: "a backup", continues: true) {
                (_) async throws(StoreError) in
                throw StoreError(.storage, "killed")
            }
        }
        let rows = try await ControlPlane.open(filled.database, in: filled.folder).digests()
        try await BackupFile.restore(try Data(contentsOf: backup.file), to: folder, database: target)
        let platform = try await Platform.open(at: folder, database: target)
        let found = try await ControlPlane.open(target, in: folder).digests()
        // Keys that were stored stand in the audit log.
        #expect(found.filter { $0.table != "audit" } == rows.filter { $0.table != "audit" })
        #expect(
            try await platform.keys.signingKeys(app: "demo", role: .release).map(\.pemRepresentation)
                == filled.platform.keys.signingKeys(app: "demo", role: .release).map(\.pemRepresentation))
        #expect(try await platform.credentials.signingSecrets(app: "demo", now: Timestamp(Date())).count == 1)
        let pems = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".pem") }
        #expect(pems.isEmpty)
    }

    private static func name(_ filled: FilledPlatform) -> String {
        "the directory \(filled.folder.standardizedFileURL.path)"
    }

    /// A new directory with a server's key.
    private static func directory(with key: URL) throws -> URL {
        let folder = FilledPlatform.newFolder()
        let keys = folder.appending(path: "keys")
        try FileManager.default.createDirectory(
            at: keys, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try PrivateFile.write(try Data(contentsOf: key), to: keys.appending(path: "@server.key"))
        return folder
    }

    /// The bytes of all files but the database's, which checks its own rows.
    private static func files(of folder: URL) throws -> [String: Data] {
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        return try names.filter { !$0.hasPrefix("marquee.sqlite3") }.reduce(into: [:]) { files, name in
            let url = folder.appending(path: name)
            files[name] =
                (try url.resourceValues(forKeys: [.isDirectoryKey])).isDirectory == true
                ? Data() : try Data(contentsOf: url)
        }
    }
}
