import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-059: the SDK's files change their layout without losing anything.
@Suite struct MigrationTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture()
    }

    private func file(_ name: String) -> URL { fixture.folder.url.appending(path: name) }

    /// A file and its journal; one that is empty says as much as none.
    private func content(_ name: String) throws -> [Data] {
        try [Data(contentsOf: file(name)), (try? Data(contentsOf: file(name + "-wal"))) ?? Data()]
    }

    @Test func `files of the layout before migrations keep users, tags, settings and events`() async throws {
        try EarliestLayout.write(in: fixture.folder.url)
        let core = try fixture.core()
        #expect(core.installID == "install-of-old")
        #expect(try core.users.all() == ["ann", "bob"])
        #expect(core.users.active == "bob")
        #expect(try core.users.activeUsage().map(\.tag) == ["snow"])
        let stored = try core.outbox.stored(limit: .max)
        #expect(stored.map(\.sequence) == [3, 4, 6])
        #expect(stored.map(\.body) == EarliestLayout.waiting.map { EarliestLayout.body($0) })
        #expect(try core.outbox.stored(.failed).map(\.reason) == ["bad"])
        let counts = try core.outbox.counts()
        #expect(counts.notPosted == 3)
        #expect(counts.posted == 17)
        #expect(counts.dropped == [.count: 5])
        #expect(try core.eventSender.items.wait() == .seconds(5), "what the server asked for before the update")
        try await core.outbox.record("after_update")
        #expect(try core.outbox.stored(limit: .max).map(\.sequence) == [3, 4, 6, 7])
        await core.close()
    }

    @Test(arguments: ["state.sqlite3", "outbox.sqlite3"])
    func `a file of a later version is refused by name and left as it is`(name: String) async throws {
        await (try fixture.core()).close()
        // Open while the SDK looks, so that the step stands in the journal only, as a killed process leaves it.
        let later = try DatabaseQueue(path: file(name).path)
        try await later.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
        let before = try content(name)
        let error = #expect(throws: MarqueeError.self) { try fixture.core() }
        #expect(error?.code == .storage)
        #expect(error?.message.contains(name) == true)
        #expect(error?.message.contains("99 from the future") == true)
        #expect(try content(name) == before)
        try later.close()
        let closed = try content(name)
        #expect(throws: MarqueeError.self) { try fixture.core() }
        #expect(try content(name) == closed)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
        #expect(!names.contains { $0.contains("damaged") })
    }

    @Test func `a migration that fails leaves the file as it was, and the next start repeats it`() throws {
        let environment = fixture.environment
        let first = Migration("1", sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY)")
        try DatabaseFile("things.sqlite3", in: environment, migrations: [first]).write { database in
            try database.execute(sql: "INSERT INTO thing VALUES (7)")
        }
        let broken = Migration("2", sql: "ALTER TABLE thing ADD COLUMN name TEXT; SELECT nothing FROM nowhere")
        #expect(throws: MarqueeError.self) {
            try DatabaseFile("things.sqlite3", in: environment, migrations: [first, broken])
        }
        let mended = Migration("2", sql: "ALTER TABLE thing ADD COLUMN name TEXT")
        let file = try DatabaseFile("things.sqlite3", in: environment, migrations: [first, mended])
        #expect(try file.read { try Int.fetchOne($0, sql: "SELECT id FROM thing WHERE name IS NULL") } == 7)
    }

    #if os(Linux) || os(macOS)
        private static let steps: [(FaultPoint, Int)] = [
            (.databaseMigrating, 1), (.databaseMigrating, 2), (.databaseMigrated, 1), (.databaseMigrated, 2),
        ]

        @Test(arguments: steps, [true, false])
        func `a process killed during a migration leaves files that open with everything in them`(
            step: (point: FaultPoint, occurrence: Int), isUpdate: Bool
        ) async throws {
            if isUpdate { try EarliestLayout.write(in: fixture.folder.url) }
            let arguments = ["open", fixture.folder.url.path, step.point.rawValue, "\(step.occurrence)"]
            #expect(try await CoreCrashProbe.run(arguments) == SIGKILL)
            let core = try fixture.core()
            #expect(try core.users.all() == (isUpdate ? ["ann", "bob"] : []))
            #expect(try core.outbox.stored(limit: .max).map(\.sequence) == (isUpdate ? [3, 4, 6] : []))
            #expect(try core.outbox.counts().dropped[.damage] == nil)
            await core.close()
        }
    #endif
}

/// The files of the SDK before they had migrations, made with the statements of that time.
private enum EarliestLayout {
    static let waiting: [Int64] = [3, 4, 6]

    static func body(_ sequence: Int64) -> Data {
        let id = EventID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(sequence))
        return Data(
            #"{"id":"\#(id)","name":"page_read","time":1767225600000,"sequence":\#(sequence),"properties":{}}"#.utf8)
    }

    static func write(in folder: URL) throws {
        try open(folder.appending(path: "state.sqlite3")) { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS value (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
                    CREATE TABLE IF NOT EXISTS user (
                        number INTEGER PRIMARY KEY,
                        id BLOB NOT NULL UNIQUE,
                        active INTEGER NOT NULL DEFAULT 0
                    );
                    CREATE UNIQUE INDEX IF NOT EXISTS oneActiveUser ON user (active) WHERE active;
                    CREATE TABLE IF NOT EXISTS tag (
                        user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
                        name BLOB NOT NULL,
                        count INTEGER NOT NULL CHECK (count > 0),
                        PRIMARY KEY (user, name)
                    ) WITHOUT ROWID;
                    INSERT INTO value VALUES ('install', CAST('install-of-old' AS BLOB));
                    INSERT INTO user VALUES (1, CAST('ann' AS BLOB), 0), (2, CAST('bob' AS BLOB), 1);
                    INSERT INTO tag VALUES (2, CAST('snow' AS BLOB), 4);
                    """)
        }
        try open(folder.appending(path: "outbox.sqlite3")) { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS event (
                        sequence INTEGER PRIMARY KEY,
                        id BLOB NOT NULL,
                        status INTEGER NOT NULL,
                        stored INTEGER NOT NULL,
                        body BLOB NOT NULL,
                        reason TEXT
                    );
                    CREATE INDEX IF NOT EXISTS eventSetAside ON event (sequence) WHERE status != 0;
                    CREATE TABLE IF NOT EXISTS ledger (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE TABLE IF NOT EXISTS clockStep (last INTEGER PRIMARY KEY, step INTEGER NOT NULL);
                    INSERT INTO ledger VALUES
                        ('lastSequence', 6), ('notPosted', 3), ('notPostedBytes', 300), ('posted', 17),
                        ('leaseFirst', 3), ('leaseLast', 4), ('dropped.count', 5), ('unreported.count', 5),
                        ('retryAttempts', 2), ('retrySetAt', 1767225600000), ('retryWait', 5000),
                        ('agePassed', 1000), ('ageWall', 1767225600000);
                    INSERT INTO clockStep VALUES (3, 86400000);
                    """)
            for (sequence, status) in [(2, 2), (3, 0), (4, 0), (5, 4), (6, 0)] as [(Int64, Int)] {
                let id = [0x01, 0x99, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(sequence)] as [UInt8]
                try database.execute(
                    sql: "INSERT INTO event VALUES (?, ?, ?, 900, ?, ?)",
                    arguments: [sequence, Data(id), status, body(sequence), status == 2 ? "bad" : nil])
            }
        }
    }

    private static func open(_ file: URL, _ write: (Database) throws -> Void) throws {
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.write(write)
        try queue.close()
    }
}

#if os(Linux) || os(macOS)
    /// The executable of the same name beside the tests.
    enum CoreCrashProbe {
        static func process(_ arguments: [String]) -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appendingPathComponent("CoreCrashProbe")
            process.arguments = arguments
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            return process
        }

        /// - Returns: the signal that ended the process, or 0.
        static func run(_ arguments: [String]) async throws -> Int32 {
            let process = process(arguments)
            try process.run()
            // Waiting for the exit would block one of the few threads that all tests share.
            _ = await eventually { !process.isRunning }
            return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
        }
    }
#endif
