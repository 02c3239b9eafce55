import Foundation
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Files of earlier and later builds.
@Suite struct LayoutTests {
    private func connection(_ store: TemporaryCollector) throws -> SQLiteConnection {
        try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path)
    }

    /// A warehouse as the program wrote it before there were projections: one event of each kind, and what was counted.
    private static let layout3 = """
        CREATE TABLE term (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
        CREATE TABLE page (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, uri TEXT NOT NULL, type TEXT NOT NULL, hub TEXT NOT NULL,
            channel TEXT, UNIQUE (scope, uri));
        CREATE TABLE event (
            id BLOB PRIMARY KEY NOT NULL, scope INTEGER NOT NULL, name INTEGER NOT NULL, time INTEGER NOT NULL,
            received INTEGER NOT NULL, install TEXT NOT NULL, user TEXT, session TEXT, sequence INTEGER NOT NULL,
            advertiser TEXT, properties TEXT) WITHOUT ROWID;
        CREATE TABLE rollup (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, day INTEGER NOT NULL, page INTEGER NOT NULL, entry INTEGER NOT NULL,
            presentations INTEGER NOT NULL, views INTEGER NOT NULL, reads INTEGER NOT NULL, dwell INTEGER NOT NULL,
            completions INTEGER NOT NULL, links INTEGER NOT NULL, UNIQUE (scope, day, page, entry));
        CREATE TABLE reader (
            rollup INTEGER NOT NULL, block INTEGER NOT NULL, bits INTEGER NOT NULL, PRIMARY KEY (rollup, block)) WITHOUT ROWID;
        CREATE TABLE install (
            scope INTEGER NOT NULL, id TEXT NOT NULL, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,
            sdk TEXT NOT NULL, release INTEGER, events INTEGER NOT NULL, PRIMARY KEY (scope, id)) WITHOUT ROWID;
        CREATE TABLE user_profile (
            scope INTEGER NOT NULL, reader INTEGER NOT NULL, time INTEGER NOT NULL, tags TEXT NOT NULL,
            PRIMARY KEY (scope, reader)) WITHOUT ROWID;
        CREATE TABLE tag (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (scope, text));
        CREATE TABLE tag_day (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, tag INTEGER NOT NULL, users INTEGER NOT NULL,
            PRIMARY KEY (scope, day, tag)) WITHOUT ROWID;
        CREATE TABLE event_day (
            day INTEGER PRIMARY KEY, whole INTEGER NOT NULL, empty INTEGER NOT NULL);
        CREATE TABLE stray (day INTEGER NOT NULL, id BLOB NOT NULL, PRIMARY KEY (day, id)) WITHOUT ROWID;
        CREATE TABLE dead_letter (
            id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, reason TEXT NOT NULL, body BLOB NOT NULL);
        CREATE TABLE cursor (spool TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL);
        INSERT INTO term VALUES (1, 'demo/main'), (2, 'content_viewed'), (3, 'home'), (4, 'ubob'), (5, 'user_tags');
        INSERT INTO page VALUES (1, 1, 'zbimdb://magazine/a/one', 'article', 'magazine', 'zbimdb://magazine/c/news');
        INSERT INTO event VALUES
            (x'01A0C4506C0071B899EEDD32AD76BD3E', 1, 2, 1790000000000, 1790000000000, 'i1', 'bob', 's', 1, NULL,
            '{"uri":"zbimdb://magazine/a/one","channel":"zbimdb://magazine/c/news","entry_point":"home"}'),
            (x'01A0C4506C0071B899EEDD32AD76BD3F', 1, 5, 1790000000000, 1790000000000, 'i1', 'bob', NULL, 2, NULL,
            '{"tags":"[\\"a\\"]"}'),
            (x'019000000000700080000000000000AA', 1, 0, 1, 1, '', NULL, NULL, 0, NULL, NULL);
        INSERT INTO rollup VALUES (1, 1, 20717, 1, 3, 0, 5, 3, 9000, 2, 1);
        INSERT INTO reader VALUES (1, 0, 16);
        INSERT INTO install VALUES (1, 'i1', 1789000000000, 1790000000000, '1.0', 12, 7);
        INSERT INTO user_profile VALUES (1, 4, 1790000000000, '1');
        INSERT INTO tag VALUES (1, 1, 'a');
        INSERT INTO tag_day VALUES (1, 20717, 0, 1), (1, 20717, 1, 1);
        INSERT INTO event_day VALUES (20717, 2, 0);
        PRAGMA user_version = 3;
        """

    @Test func `a file from before there were projections answers as before, and its events are found`() async throws {
        let store = try TemporaryCollector()
        try connection(store).execute(Self.layout3)
        for _ in 0..<2 {
            let collector = try store.open()
            let day = Day(TemporaryCollector.now)
            let totals = try await collector.reports.totals(scope: store.scope, days: day...day)
            #expect(totals.views == 5 && totals.readers == 1 && totals[.dwell] == 9000 && totals[.links] == 1)
            #expect(try await collector.reports.installs(scope: store.scope).map(\.events) == [7])
            #expect(
                try await collector.reports.profileTags(scope: store.scope, since: TemporaryCollector.now)
                    == ProfileTags(users: 1, counts: ["a": 1]))
            for query in [
                EventQuery(scope: store.scope), EventQuery(scope: store.scope, install: "i1"),
                EventQuery(scope: store.scope, user: "bob"),
            ] {
                let events = try await collector.events(query).events
                #expect(events.map(\.name) == ["user_tags", "content_viewed"])
                #expect(events.last?.properties.contains("zbimdb://magazine/a/one") == true)
            }
            #expect(
                try await collector.events(EventQuery(scope: store.scope, name: "user_tags")).events.map(\.sequence)
                    == [2])
        }
        let collector = try store.open()
        let known = try #require(EventID("01a0c450-6c00-71b8-99ee-dd32ad76bd3e"))
        let view: [String: Event.Value] = ["uri": "zbimdb://magazine/a/one", "entry_point": "home"]
        let events = [
            Sample.event("content_viewed", id: known, view), Sample.event("content_viewed", user: "ann", view),
        ]
        _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        let day = Day(TemporaryCollector.now)
        let totals = try await collector.reports.totals(scope: store.scope, days: day...day)
        #expect(totals.views == 6 && totals.readers == 2)
        #expect(try store.count("name_list WHERE list = 'event'") == 2)
        #expect(try store.count("rollup") == 1)
    }

    // SQLite writes its journal into the file and removes it when the last connection closes.
    @Test func `a collector that is gone leaves the warehouse's file without a journal`() async throws {
        let store = try TemporaryCollector()
        try await fold(Sample.event("a"), in: store)
        // The thread that folded lets go of the log a moment after the call returned.
        #expect(
            try await eventually {
                try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
                    .filter { $0.hasPrefix("warehouse") } == ["warehouse.sqlite3"]
            })
        #expect(try store.count("event") == 1)
    }

    // Before layout 5 the same id had one number in all apps.
    @Test func `readers of a file of several apps are each app's own`() async throws {
        let store = try TemporaryCollector()
        try connection(store).execute(
            Self.layout3
                + """
                INSERT INTO term VALUES (6, 'brand/main'), (7, 'ugone'), (8, 'ii1'), (9, 'uann'), (10, 'utility_opened');
                INSERT INTO install VALUES (6, 'i1', 1789000000000, 1790000000000, '1.0', 12, 7);
                INSERT INTO user_profile VALUES (6, 4, 1790000000000, ''), (6, 9, 1790000000000, '');
                INSERT INTO event VALUES (
                    x'01A0C4506C0071B899EEDD32AD76BD4E', 6, 10, 1790000000000, 1790000000000, 'i1', NULL, 's', 1, NULL, '{}');
                """)
        _ = try store.open()
        let terms = try store.column("SELECT text FROM term WHERE id <= 10 ORDER BY id")
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(
            terms == [
                "demo/main", "content_viewed", "home", "\u{1}u1:bob", "user_tags", "brand/main", "\u{1}x7",
                "\u{1}i1:i1",
                "\u{1}u6:ann", "utility_opened",
            ])
        let others = try store.column(
            "SELECT text FROM term WHERE id > 10 AND text LIKE char(1) || '_6:%' ORDER BY text"
        )
        .map { String(decoding: $0, as: UTF8.self) }
        #expect(others == ["\u{1}i6:i1", "\u{1}u6:bob"])
        #expect(try store.count("user_profile JOIN term ON id = reader WHERE text = char(1) || 'u6:bob'") == 1)
        #expect(try store.count("user_profile WHERE reader = 4") == 1)
        #expect(try store.count("lane_count JOIN term ON id = install WHERE text = char(1) || 'i6:i1'") == 1)
    }

    private func fold(_ event: Event, in store: TemporaryCollector) async throws {
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([event]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
    }

    @Test func `a later build's projection is refused by name`() throws {
        let store = try TemporaryCollector()
        _ = try store.open()
        try connection(store).execute("UPDATE projection SET version = 99 WHERE name = 'hub_figures'")
        let refusal = #expect(throws: StoreError.self) { try store.open() }
        #expect(refusal?.code == .invalid)
        #expect(refusal?.message.contains("hub_figures") == true)
    }

    @Test func `a metric that a file does not have yet begins with zero`() async throws {
        let store = try TemporaryCollector()
        try connection(store).execute(Self.layout3 + "; ALTER TABLE rollup DROP COLUMN completions;")
        let day = Day(TemporaryCollector.now)
        let totals = try await store.open().reports.totals(scope: store.scope, days: day...day)
        #expect(totals.views == 5 && totals[.completions] == 0)
    }

    @Test func `what was counted before there were test devices is readers', and a device that is one adds a row`()
        async throws
    {
        let store = try TemporaryCollector()
        try connection(store).execute(Self.layout3)
        let collector = try store.open()
        let view: [String: Event.Value] = ["uri": "zbimdb://magazine/a/one", "entry_point": "home"]
        for install in ["i1", "lab-1"] {
            let batch = try Sample.body([Sample.event("content_viewed", user: "ann", view)], install: install)
            _ = try await collector.intake.accept(batch, scope: store.scope)
        }
        while try await collector.folding.foldOnce() {}
        let day = Day(TemporaryCollector.now)
        var views: [ReportQuery.Devices: Int] = [:]
        for devices in ReportQuery.Devices.allCases {
            let query = ReportQuery(scope: store.scope, by: .day, days: day...day, devices: devices)
            views[devices] = try await collector.reports.report(query).totals.views
        }
        #expect(views == [.readers: 6, .test: 1, .all: 7])
        #expect(try store.count("rollup") == 2)
    }

    @Test(arguments: [0, 1, 2])
    func `a file of a layout that no release had is refused and left as it is`(_ layout: Int) throws {
        let store = try TemporaryCollector()
        try connection(store).execute(
            """
            CREATE TABLE rollup (scope INTEGER NOT NULL, views INTEGER NOT NULL);
            INSERT INTO rollup VALUES (1, 5); PRAGMA user_version = \(layout);
            """)
        let refusal = #expect(throws: StoreError.self) { try store.open() }
        #expect(refusal?.code == .invalid)
        #expect(try store.column("SELECT views FROM rollup") == [Array("5".utf8)])
    }

    @Test func `a later build's file is refused by name and left as it is`() throws {
        let store = try TemporaryCollector()
        _ = try store.open()
        try connection(store).execute("PRAGMA user_version = 6; CREATE TABLE later (id)")
        let refusal = #expect(throws: StoreError.self) { try store.open() }
        #expect(refusal?.code == .invalid)
        #expect(refusal?.message.contains("warehouse.sqlite3") == true)
        #expect(try store.count("later") == 0)
    }
}
