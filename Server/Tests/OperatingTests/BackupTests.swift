import Collector
import Foundation
import Logging
import MarqueeWire
import Testing

@testable import Operating
@testable import PlatformStore

/// A backup restores to the same rows, keys, objects and events, and nothing that was changed on the way is accepted.
@Suite struct BackupTests {
    @Test(arguments: FilledPlatform.Engine.allCases)
    func `a restored directory has the same rows, keys, secrets and objects`(engine: FilledPlatform.Engine) async throws
    {
        let filled = try await FilledPlatform(engine, articles: 250)
        let backup = try await BackupFile(of: filled)
        let rows = try await ControlPlane.open(filled.database, in: filled.folder).digests()
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let summary = try await backup.restore(to: folder)

        #expect(summary.rows == rows.reduce(0) { $0 + $1.rows })
        let restored = try await ControlPlane.open(.folder, in: folder)
        #expect(try await restored.digests() == rows)
        let platform = try await Platform.open(at: folder)
        for role in DocumentType.allCases {
            let keys = try await filled.platform.keys.signingKeys(app: "demo", role: role)
            #expect(
                try await platform.keys.signingKeys(app: "demo", role: role).map(\.pemRepresentation)
                    == keys.map(\.pemRepresentation))
        }
        #expect(try await platform.objects.data(filled.object.sha256, verifying: true) == Data("an object".utf8))
        let secrets = try await platform.credentials.signingSecrets(app: "demo", now: Timestamp(Date()))
        #expect(
            try await filled.platform.credentials.signingSecrets(app: "demo", now: Timestamp(Date())).map(\.id)
                == secrets.map(\.id))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(
            Set(names).subtracting(["marquee.sqlite3-wal", "marquee.sqlite3-shm"])
                == ["keys", "marquee.sqlite3", "objects"])
    }

    @Test func `events that wait in the spool and those in the warehouse are restored`() async throws {
        let filled = try await FilledPlatform(.sqlite)
        let events = filled.folder.appending(path: "events")
        try FileManager.default.createDirectory(at: events, withIntermediateDirectories: true)
        let collector = try Collector.open(at: events, logger: Logger(label: "test"))
        let scope = try Scope(app: "demo")
        func post(_ install: String) async throws {
            var random = SystemRandomNumberGenerator()
            let (id, now) = (EventID(time: Timestamp(Date()), using: &random), Timestamp(Date()).milliseconds)
            let event = #"{"id":"\#(id)","name":"opened","time":\#(now),"sequence":1}"#
            let body = #"{"install":"\#(install)","sent":\#(now),"sdk":"1","events":[\#(event)]}"#
            #expect(try await collector.intake.accept(Array(body.utf8), scope: scope).accepted == 1)
        }
        try await post("folded")
        while try await collector.folding.foldOnce() {}
        try await post("waiting")

        // The collector still holds the spool, as a serving process does.
        let backup = try await BackupFile(of: filled)
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await backup.restore(to: folder)
        let restored = try Collector.open(at: folder.appending(path: "events"), logger: Logger(label: "test"))
        while try await restored.folding.foldOnce() {}
        let page = try await restored.events(EventQuery(scope: scope))
        #expect(Set(page.events.map(\.install)) == ["folded", "waiting"])
        let damaged = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "events").path)
            .filter { $0.hasPrefix("spool-damaged") }
        #expect(damaged.isEmpty)
    }

    @Test func `a byte that changed anywhere is refused with the entry's name, and nothing is left behind`()
        async throws
    {
        let backup = try await BackupFile(of: try await FilledPlatform(.sqlite))
        let bytes = try Data(contentsOf: backup.file)
        // Each entry's header, first and last byte, and padding; and the end of the file.
        for place in try backup.places() {
            var changed = bytes
            changed[place.offset] ^= 0x10
            let folder = FilledPlatform.newFolder()
            let error = await #expect(throws: StoreError.self) { try await BackupFile.restore(changed, to: folder) }
            #expect(
                error?.message.contains(place.entry) == true, "\(place): \(error?.message ?? "accepted")")
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test(arguments: [1, 511, 512, 4096, 9000])
    func `a file that was cut off is refused`(missing: Int) async throws {
        let backup = try await BackupFile(of: try await FilledPlatform(.sqlite))
        let bytes = try Data(contentsOf: backup.file)
        let folder = FilledPlatform.newFolder()
        let error = await #expect(throws: StoreError.self) {
            try await BackupFile.restore(bytes.dropLast(missing), to: folder)
        }
        #expect(error?.code == .damaged || error?.code == .invalid)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `a directory with anything in it is refused by the names of what is there`() async throws {
        let filled = try await FilledPlatform(.sqlite)
        let backup = try await BackupFile(of: filled)
        let before = try FileManager.default.contentsOfDirectory(atPath: filled.folder.path).sorted()
        let error = await #expect(throws: StoreError.self) { try await backup.restore(to: filled.folder) }
        #expect(error?.code == .alreadyExists)
        #expect(error?.message.contains("marquee.sqlite3") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: filled.folder.path).sorted() == before)
    }

    @Test(arguments: [true, false])
    func `a directory that another process begins to use during a restore keeps what that process made`(
        isNew: Bool
    ) async throws {
        let backup = try await BackupFile(of: try await FilledPlatform(.sqlite))
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        if !isNew { try PrivateFile.makeFolder(folder) }
        let other = folder.appending(path: "keys")
        let error = await #expect(throws: StoreError.self) {
            try await BackupFile.restore(try Data(contentsOf: backup.file), to: folder) { _, _, _ in
                mkdir(other.path, 0o700)
            }
        }
        #expect(error?.code == .alreadyExists)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["keys"])
    }

    @Test func `an empty directory is filled, also one with a new file system's folder`() async throws {
        let backup = try await BackupFile(of: try await FilledPlatform(.sqlite))
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "lost+found"), withIntermediateDirectories: true)
        _ = try await backup.restore(to: folder)
        #expect(DatabaseAddress.isDataFolder(folder))
    }

    @Test func `a backup of an earlier layout is brought to the current one`() async throws {
        let old = FilledPlatform.newFolder()
        let staging = FilledPlatform.newFolder()
        for folder in [old, staging] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        defer { for folder in [old, staging] { try? FileManager.default.removeItem(at: folder) } }
        let plane = try await ControlPlane.make(in: old, layout: 8)
        try await plane.engine.write { db in
            try db.execute("INSERT INTO app (id, name, created) VALUES ('demo', 'Demo', 1)")
            try db.execute(
                "INSERT INTO audit (time, who, app, action, subject, detail) VALUES (5, 'ann', 'demo', 'a', 's', 'd')")
        }
        let tables = try await plane.export(to: staging)
        let new = FilledPlatform.newFolder()
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: new) }
        #expect(try await ControlPlane.make(in: new, layout: 8).fill(from: staging) == tables)
        let entries = try await Platform.open(at: new).audit.entries(app: "demo", before: nil, limit: 10)
        #expect(entries.map(\.who) == ["ann"])
    }
}
