import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Files of earlier and later builds.
@Suite struct LayoutTests {
    private static let layout0 = (
        warehouse: """
        CREATE TABLE rollup (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, page INTEGER NOT NULL, entry INTEGER NOT NULL,
            presentations INTEGER NOT NULL, views INTEGER NOT NULL, reads INTEGER NOT NULL, dwell INTEGER NOT NULL,
            completions INTEGER NOT NULL, links INTEGER NOT NULL, PRIMARY KEY (scope, day, page, entry)) WITHOUT ROWID;
        CREATE TABLE reader (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, page INTEGER NOT NULL, entry INTEGER NOT NULL,
            reader INTEGER NOT NULL, PRIMARY KEY (scope, day, page, entry, reader)) WITHOUT ROWID;
        INSERT INTO rollup VALUES (1, 20000, 1, 1, 0, 5, 3, 9000, 2, 1), (1, 20001, 1, 1, 0, 7, 0, 0, 0, 0);
        INSERT INTO reader VALUES (1, 20000, 1, 1, 100), (1, 20000, 1, 1, 200), (1, 20001, 1, 1, 100);
        """,
        spool: """
        CREATE TABLE identity (id TEXT NOT NULL);
        CREATE TABLE batch (
            id INTEGER PRIMARY KEY AUTOINCREMENT, app TEXT NOT NULL, stream TEXT NOT NULL, received INTEGER NOT NULL,
            rejected BLOB NOT NULL, body BLOB NOT NULL);
        INSERT INTO identity VALUES ('the spool');
        """
    )

    private func connection(_ store: TemporaryCollector, _ name: String) throws -> SQLiteConnection {
        try SQLiteConnection(path: store.folder.appending(path: name).path)
    }

    private static let layout1 = """
        CREATE TABLE rollup (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, day INTEGER NOT NULL, page INTEGER NOT NULL, entry INTEGER NOT NULL,
            presentations INTEGER NOT NULL, views INTEGER NOT NULL, reads INTEGER NOT NULL, dwell INTEGER NOT NULL,
            completions INTEGER NOT NULL, links INTEGER NOT NULL, UNIQUE (scope, day, page, entry));
        CREATE TABLE reader (
            rollup INTEGER NOT NULL, reader INTEGER NOT NULL, PRIMARY KEY (rollup, reader)) WITHOUT ROWID;
        INSERT INTO rollup VALUES (1, 1, 20000, 1, 1, 0, 5, 3, 9000, 2, 1), (2, 1, 20001, 1, 1, 0, 7, 0, 0, 0, 0);
        INSERT INTO reader VALUES (1, 63), (1, 126), (1, 127), (2, 127);
        PRAGMA user_version = 1;
        """

    /// Each figure's readers as block and bits.
    @Test(arguments: [
        (layout0.warehouse, ["20000 1 \(1 << 36)", "20000 3 \(1 << 8)", "20001 1 \(1 << 36)"]),
        (layout1, ["20000 0 \(Int64.min)", "20000 1 \(Int64.min | 1 << 62)", "20001 1 \(Int64.min)"]),
    ])
    func `an earlier build's figures and readers are taken over, once`(_ tables: String, _ expected: [String])
        async throws
    {
        let store = try TemporaryCollector()
        try connection(store, "warehouse.sqlite3").execute(tables)
        for _ in 0..<2 {
            _ = try store.open()
            #expect(try store.column("SELECT views FROM rollup ORDER BY day") == [Array("5".utf8), Array("7".utf8)])
            let readers = """
                SELECT day || ' ' || block || ' ' || bits FROM reader JOIN rollup ON rollup.id = rollup ORDER BY day, block
                """
            #expect(try store.column(readers) == expected.map { Array($0.utf8) })
        }
        let collector = try store.open()
        _ = try await collector.intake.accept(
            try Sample.body([Sample.event("content_viewed", ["uri": "zbimdb://magazine/a/one"])]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("rollup") == 3)
    }

    /// A spool of layout 0 with so many batches of two events.
    private func leaveEarlierSpool(in store: TemporaryCollector, batches: Int) throws {
        let spool = try connection(store, "spool.sqlite3")
        try spool.execute(Self.layout0.spool)
        let insert = try spool.prepare(
            "INSERT INTO batch (app, stream, received, rejected, body) VALUES (?, ?, ?, ?, ?)")
        for _ in 0..<batches {
            insert.bind(1, store.scope.app)
            insert.bind(2, store.scope.stream)
            insert.bind(3, TemporaryCollector.now.milliseconds)
            insert.bind(4, blob: [])
            insert.bind(5, blob: try Sample.body([Sample.event(), Sample.event()]))
            try insert.run()
        }
    }

    @Test func `an earlier build's spool that finds no room leaves no half copy, and is moved later`() async throws {
        let store = try TemporaryCollector()
        try leaveEarlierSpool(in: store, batches: 100)
        do {
            let segments = try SpoolSegments(in: store.spool)
            let error = #expect(throws: StoreError.self) {
                try EarlierSpool.move(from: store.folder, to: segments, quota: 30_000)
            }
            #expect(error?.code == .diskFull)
            #expect(try store.segments().isEmpty)
            #expect(segments.size == 0)
        }
        let collector = try store.open()
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 200)
    }

    @Test func `an earlier build's spool is moved, and its batches are folded`() async throws {
        let store = try TemporaryCollector()
        try leaveEarlierSpool(in: store, batches: 1)
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 3)
        #expect(!FileManager.default.fileExists(atPath: store.folder.appending(path: "spool.sqlite3").path))
    }

    @Test func `an earlier build's spool that is ruined is set aside whole`() async throws {
        let store = try TemporaryCollector()
        let ruins = Data(repeating: 0x5A, count: 8192)
        try ruins.write(to: store.folder.appending(path: "spool.sqlite3"))
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 1)
        #expect(try store.setAside() == [ruins])
    }

    @Test(arguments: ["warehouse.sqlite3", "spool.sqlite3"])
    func `a later build's file is refused by name and left as it is`(_ name: String) throws {
        let store = try TemporaryCollector()
        if name == "warehouse.sqlite3" { _ = try store.open() }
        try connection(store, name).execute("PRAGMA user_version = 4; CREATE TABLE later (id)")
        let refusal = #expect(throws: StoreError.self) { try store.open() }
        #expect(refusal?.code == .invalid)
        #expect(refusal?.message.contains(name) == true)
        #expect(try store.setAside().isEmpty)
        let later = try connection(store, name).prepare("SELECT COUNT(*) FROM later")
        #expect(try later.step())
    }
}
