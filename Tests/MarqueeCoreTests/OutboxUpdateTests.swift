import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-059: an update of the app finds a filled outbox of the third layout.
@Suite struct OutboxUpdateTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture()
    }

    private static var lane: PlainLane {
        var lane = PlainLane()
        lane.rules.keepsSettled = .seconds(30 * 86_400)
        lane.rules.limits.age = nil
        return lane
    }

    #if os(Linux) || os(macOS)
        @Test(arguments: [nil, .databaseMigrating, .databaseMigrated] as [FaultPoint?])
        func `a filled outbox of the third layout keeps its items and counts, also after a kill in the update`(
            step: FaultPoint?
        ) async throws {
            // Only the outbox is old, so that its last step is the only one.
            await (try fixture.core()).close()
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(at: fixture.folder.url.appending(path: "outbox.sqlite3\(suffix)"))
            }
            try ThirdLayout.write(in: fixture.folder.url, at: fixture.clock.now)
            if let step {
                let arguments = ["open", fixture.folder.url.path, step.rawValue, "1"]
                #expect(try await CoreCrashProbe.run(arguments) == SIGKILL)
            }
            let core = try fixture.core()
            #expect(try core.outbox.stored(limit: .max).map(\.sequence) == [2, 3])
            #expect(try core.outbox.stored(.failed).map(\.reason) == ["bad"])
            let items = try core.addLane(Self.lane).items
            try await check(items)
            #expect(try core.addLane(PlainLane(name: "new")).items.numbers.lane == 3)
            await core.close()
        }
    #endif

    private func check(_ items: LaneStore) async throws {
        #expect(items.numbers.lane == 2)
        var counts = OutboxCounts()
        (counts.posted, counts.failed, counts.hold, counts.expired, counts.aged) = (10_050, 1, 1, 1, 1)
        // A process that ended carried two of these, one of which was expired.
        (counts.notPosted, counts.notPostedBytes, counts.lastSequence) = (3, 25, 10_057)
        #expect(try items.counts() == counts)
        #expect(try items.texts() == ["10055", "10056", "10057"])
        #expect(try items.texts(.expired) == ["10053"])
        #expect(try items.stored(.failed, limit: 9).map(\.reason) == ["bad"])
        #expect(try items.heldSequences(after: 0, limit: 9) == [10_052])
        #expect(try items.stored(.notPosted, limit: 9).map(\.attempts) == [0, 2, 0])
        #expect(try settled(items) == 10_052)
        // Above 10,000 settled items, the oldest go.
        let batch = try #require(try items.lease(limit: 1, bytes: 100))
        try items.settle(batch, [.refused("no")])
        #expect(try settled(items) == LaneStore.keptSettled)
        #expect(try items.stored(.posted, limit: 1).map(\.sequence) == [54])
    }

    private func settled(_ items: LaneStore) throws -> Int {
        try items.store.read { try OutboxLedger(items.numbers.lane, $0).settled }
    }
}

/// An outbox of the third layout, made with the SQL statements of that time.
private enum ThirdLayout {
    private static let tables = """
        CREATE TABLE item (
            number INTEGER PRIMARY KEY, id BLOB NOT NULL, status INTEGER NOT NULL, stored INTEGER NOT NULL,
            body BLOB NOT NULL, reason TEXT, attempts INTEGER NOT NULL DEFAULT 0, notBefore INTEGER NOT NULL DEFAULT 0,
            expires INTEGER, lease INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX itemAside ON item (number) WHERE status != 0;
        CREATE INDEX itemInFlight ON item (number) WHERE lease != 0;
        CREATE INDEX itemLater ON item (number) WHERE notBefore != 0;
        CREATE INDEX itemExpiring ON item (number, expires) WHERE expires IS NOT NULL;
        CREATE INDEX itemWaiting ON item (number) WHERE number < 0 AND status IN (0, 3, 4);
        CREATE INDEX itemTried ON item (number) WHERE attempts != 0;
        CREATE TABLE lane (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        INSERT INTO lane VALUES (0, 'events'), (1, 'tracking'), (2, 'plain');
        CREATE TABLE ledger (
            lane INTEGER NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (lane, name)) WITHOUT ROWID;
        CREATE TABLE clockStep (
            lane INTEGER NOT NULL, last INTEGER NOT NULL, step INTEGER NOT NULL, PRIMARY KEY (lane, last)) WITHOUT ROWID;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1'), ('2'), ('3');
        """

    /// Statuses 0 to 5 in the lane 2, two of its items in a request; ids are random.
    private static let items = """
        INSERT INTO item (number, id, status, stored, body, reason, lease) VALUES
            (1, randomblob(16), 2, 900, '{}', 'bad', 0), (2, randomblob(16), 0, 900, '{}', NULL, 0),
            (3, randomblob(16), 0, 900, '{}', NULL, 6);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10057)
        INSERT INTO item (number, id, status, stored, body, reason, attempts, lease)
            -- Ids whose time is far away, so that no item is old.
            SELECT -2 * (1 << 40) + i, CAST(printf('~%015d', i) AS BLOB),
                CASE i WHEN 10051 THEN 2 WHEN 10052 THEN 3 WHEN 10053 THEN 4 WHEN 10054 THEN 5 WHEN 10055 THEN 0
                    WHEN 10056 THEN 0 WHEN 10057 THEN 4 ELSE 1 END,
                900, CAST(i AS BLOB), IIF(i = 10051, 'bad', NULL), IIF(i = 10056, 2, 0), IIF(i > 10055, 7, 0) FROM n;
        INSERT INTO ledger VALUES
            (0, 'lastSequence', 3), (0, 'unsent', 2), (0, 'unsentBytes', 4),
            (2, 'lastSequence', 10057), (2, 'unsent', 5), (2, 'unsentBytes', 25), (2, 'posted', 10050);
        """

    static func write(in folder: URL, at now: Timestamp) throws {
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: folder.appending(path: "outbox.sqlite3").path, configuration: configuration)
        try queue.write { database in
            try database.execute(sql: tables)
            try database.execute(sql: items)
            try database.execute(
                sql: "INSERT INTO ledger VALUES (-1, 'agePassed', 1000), (-1, 'ageWall', ?)",
                arguments: [now.milliseconds])
        }
        try queue.close()
    }
}
