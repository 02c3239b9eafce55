import Foundation
import Logging
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Collector

/// Batches that cannot be read are kept for a person to look at, within bounds.
@Suite struct DeadLetterTests {
    private let now = TemporaryCollector.now

    @Test func `only the newest are kept, and how many were dropped is known`() async throws {
        let store = try TemporaryCollector()
        try store.write(
            (0..<1010).map { SpooledBatch(store.scope, BatchIndex(bytes: []), Array("not JSON \($0)".utf8)) })
        let collector = try store.open()
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("dead_letter") == 1000)
        #expect(
            try store.column("SELECT body FROM dead_letter ORDER BY id LIMIT 1") == [Array("not JSON 10".utf8)])
        let statistics = try await collector.folding.statistics()
        #expect(statistics.deadLetters == 1010 && statistics.droppedDeadLetters == 10)
    }

    @Test func `all of them together have bounded bytes`() throws {
        let store = try TemporaryCollector()
        let connection = try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path)
        try WarehouseSchema.prepare(connection, [])
        let letters = try DeadLetters(connection, DeadLetters.Bounds(count: 1000, bytes: 100))
        for size in [60, 50, 30, 20] {
            try [UInt8](repeating: 0x78, count: size).withUnsafeBufferPointer {
                try letters.add($0, scope: 1, received: now, problem: "the test wants it")
            }
        }
        #expect(try letters.trim() == 1)
        #expect(
            try store.column("SELECT length(body) FROM dead_letter ORDER BY id").map {
                String(decoding: $0, as: UTF8.self)
            } == ["50", "30", "20"])
        #expect(try letters.trim() == 0)
    }

    @Test(
        arguments: [(30, 30, 1), (30, 31, 0), (nil, Retention.identityDays, 1), (nil, Retention.identityDays + 1, 0)]
            as [(Int?, Int, Int)])
    func `they stay as many days as content, and never without end`(_ days: Int?, _ age: Int, _ expected: Int)
        async throws
    {
        let store = try TemporaryCollector()
        try store.write(SpooledBatch(store.scope, BatchIndex(bytes: []), Array("not JSON".utf8)))
        let time = Mutex(now)
        let collector = try Collector.open(
            at: store.folder, logger: Logger(label: "test"), retention: Retention(days: days)
        ) { time.withLock { $0 } }
        while try await collector.folding.foldOnce() {}
        time.withLock { $0 = $0 + .seconds(86_400 * age) }
        try await collector.folding.tidy()
        #expect(try store.count("dead_letter") == expected)
        #expect(try await collector.folding.statistics().droppedDeadLetters == 1 - expected)
    }
}
