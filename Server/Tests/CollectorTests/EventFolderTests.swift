import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

@Suite struct EventFolderTests {
    // HUB-209
    @Test func `an event is folded once within a batch, across batches and after a restart`() async throws {
        let store = try TemporaryCollector()
        let event = Sample.event("content_viewed", ["uri": "zbimdb://magazine/a/one"])
        for _ in 0..<2 {
            let collector = try store.open()
            for _ in 0..<2 {
                _ = try await collector.intake.accept(try Sample.body([event, event]), scope: store.scope)
                while try await collector.folder.foldOnce() {}
            }
        }
        #expect(try store.count("event") == 1)
        #expect(try store.column("SELECT views FROM rollup") == [Array("1".utf8)])
    }

    // HUB-032
    @Test(arguments: [
        "Bob", "bob", " bob", "e\u{301}", "\u{E9}", "a\u{0}b", "\u{1F600}\n\"\\/", String(repeating: "ü", count: 512),
    ])
    func `a user id reaches the warehouse byte for byte`(_ user: String) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event(user: user)]), scope: store.scope)
        while try await collector.folder.foldOnce() {}
        #expect(try store.column("SELECT user FROM event") == [Array(user.utf8)])
        #expect(collector.live.recent.first?.user.map { Array($0.utf8) } == Array(user.utf8))
    }

    // HUB-208
    @Test func `ten thousand events of a day offline arrive once, also when every batch is sent twice`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        for batch in 0..<20 {
            let events = (0..<500).map {
                Sample.event(time: TemporaryCollector.now + .seconds(-86_400 + batch * 500 + $0))
            }
            for _ in 0..<2 { _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope) }
        }
        while try await collector.folder.foldOnce() {}
        #expect(try store.count("event") == 10_000)
        #expect(try await collector.folder.statistics().duplicates == 10_000)
    }

    @Test(arguments: [
        (sent: Int64(0), time: Int64(-5000), expected: Int64(-5000)), (-3_600_000, -3_605_000, -5000),
        (3_600_000, 3_595_000, -5000),
        (0, 9_000_000, 0), (-30_000, -31_000, -31_000),
    ])
    func `a wrong clock is corrected by when the batch was sent`(_ row: (sent: Int64, time: Int64, expected: Int64)) {
        let received = TemporaryCollector.now
        let skew = ClockSkew(sent: received.milliseconds + row.sent, received: received)
        #expect(skew.corrected(received.milliseconds + row.time).milliseconds - received.milliseconds == row.expected)
    }

    @Test func `what cannot be folded is set aside with its reason and stops nothing`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let file = try SpoolFile(at: store.folder.appending(path: "spool.sqlite3"), quota: Collector.standardQuota)
        let now = TemporaryCollector.now
        try file.append([
            SpooledBatch(scope: store.scope, received: now, rejected: [], body: Array("not JSON".utf8)),
            SpooledBatch(scope: store.scope, received: now, rejected: [], body: Sample.body(event: #"{"id":"x"}"#)),
        ])
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        while try await collector.folder.foldOnce() {}
        #expect(try store.count("dead_letter") == 2)
        #expect(try store.count("event") == 1)
        #expect(try await collector.folder.statistics().deadLetters == 2)
    }

    @Test func `a torn spool keeps every batch before the tear, a ruined one is set aside whole`() async throws {
        let store = try TemporaryCollector()
        let spool = store.folder.appending(path: "spool.sqlite3")
        let torn = try TemporaryCollector()
        let copy = torn.folder.appending(path: "spool.sqlite3")
        do {
            let collector = try store.open()
            for _ in 0..<5 {
                _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
            }
            try FileManager.default.copyItem(at: spool, to: copy)
            let log = try Data(contentsOf: URL(filePath: spool.path + "-wal"))
            try log.dropLast(100).write(to: URL(filePath: copy.path + "-wal"))
        }
        let reopened = try torn.open()
        while try await reopened.folder.foldOnce() {}
        #expect(try torn.count("event") == 4)

        let ruined = try TemporaryCollector()
        try Data(repeating: 0x5A, count: 8192).write(to: ruined.folder.appending(path: "spool.sqlite3"))
        let collector = try ruined.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        while try await collector.folder.foldOnce() {}
        #expect(try ruined.count("event") == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: ruined.folder.path)
        #expect(names.contains { $0.hasPrefix("spool-damaged-") })
    }
}
