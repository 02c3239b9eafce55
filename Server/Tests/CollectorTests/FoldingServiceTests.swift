import Foundation
import Logging
import MarqueeWire
import PlatformStore
import ServiceLifecycle
import Synchronization
import Testing

@testable import Collector

@Suite struct FoldingServiceTests {
    // HUB-209
    @Test func `an event is folded once within a batch, across batches and after a restart`() async throws {
        let store = try TemporaryCollector()
        let event = Sample.event("content_viewed", ["uri": "zbimdb://magazine/a/one"])
        for _ in 0..<2 {
            let collector = try store.open()
            for _ in 0..<2 {
                _ = try await collector.intake.accept(try Sample.body([event, event]), scope: store.scope)
                while try await collector.folding.foldOnce() {}
            }
        }
        #expect(try store.count("event") == 1)
        #expect(try store.column("SELECT views FROM rollup") == [Array("1".utf8)])
    }

    @Test func `readers stand in their blocks once, in the blocks' order`() {
        let blocks = NumberSet.blocks(of: [130, 63, 5, 64, 5, 0])
        #expect(blocks.map(\.block) == [0, 1, 2])
        #expect(blocks.map(\.bits) == [.min | 0x21, 1, 4])
        #expect(NumberSet.blocks(of: []).isEmpty)
    }

    @Test func `a file of several pieces is folded whole, each batch once`() async throws {
        let store = try TemporaryCollector()
        let note = Event.Value.text(String(repeating: "x", count: 30_000))
        let records = try (0..<8).map { _ in
            let body = try Sample.body((0..<100).map { _ in Sample.event("test_ended", ["note": note]) })
            return SpoolRecord(SpooledBatch(store.scope, BatchIndex(bytes: []), body))
        }
        do {
            try SpoolWriter(SpoolSegments(in: store.spool), quota: .max).append(records)
        }
        #expect(records.reduce(0) { $0 + $1.size } > 2 * SpoolReader.pieceSize)
        let folding = try store.open().folding
        while try await folding.foldOnce() {}
        let statistics = try await folding.statistics()
        #expect(statistics.batches == 8 && statistics.events == 800 && statistics.duplicates == 0)
        #expect(try store.count("event") == 800)
        #expect(try store.setAside().isEmpty)
    }

    @Test func `a shutdown ends folding between two transactions, and the next start goes on there`() async throws {
        let store = try TemporaryCollector()
        // A transaction ends with a file at the latest.
        let files = 200
        do {
            let segments = try SpoolSegments(in: store.spool)
            for _ in 0..<files {
                let body = try Sample.body([Sample.event()])
                let batch = SpooledBatch(store.scope, BatchIndex(bytes: []), body)
                try SpoolWriter(segments, quota: .max).append([SpoolRecord(batch)])
            }
        }
        let folding = try store.open().folding
        let group = ServiceGroup(services: [folding], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            while try await folding.statistics().batches == 0 { try await Task.sleep(for: .milliseconds(1)) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        let folded = try await folding.statistics().batches
        #expect((1..<files).contains(folded))
        #expect(try store.count("event") == folded)
        while try await folding.foldOnce() {}
        #expect(try store.count("event") == files)
    }

    @Test(.timeLimit(.minutes(10))) func `a person is erased also while events arrive without a pause`() async throws {
        let store = try TemporaryCollector()
        let collector = try Collector.open(at: store.folder, logger: Logger(label: "test")) { Timestamp(Date()) }
        let group = ServiceGroup(services: [collector.folding], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                while !Task.isCancelled {
                    let event = Sample.event(time: Timestamp(Date()), user: "ann")
                    _ = try await collector.intake.accept(try Sample.body([event]), scope: store.scope)
                    try? await Task.sleep(for: .milliseconds(5))
                }
            }
            while try await collector.folding.statistics().batches < 10 { try await Task.sleep(for: .milliseconds(5)) }
            _ = try await collector.erase(PersonIDs(users: ["bob"]), scope: store.scope)
            while try await collector.erasures(scope: store.scope).first?.finished == nil {
                try await Task.sleep(for: .milliseconds(20))
            }
            await group.triggerGracefulShutdown()
            tasks.cancelAll()
        }
    }

    @Test func `the age of the oldest batch that is not folded is known at any time`() async throws {
        let store = try TemporaryCollector()
        let elapsed = Mutex(Duration.zero)
        let collector = try Collector.open(at: store.folder, logger: Logger(label: "test")) {
            TemporaryCollector.now + elapsed.withLock { $0 }
        }
        #expect(try await collector.folding.oldestUnfoldedAge() == nil)
        for _ in 0..<2 {
            _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
            elapsed.withLock { $0 += .seconds(30) }
        }
        #expect(try await collector.folding.oldestUnfoldedAge() == .seconds(60))
        while try await collector.folding.foldOnce() {}
        #expect(try await collector.folding.oldestUnfoldedAge() == nil)
    }

    // HUB-032
    @Test(arguments: [
        "Bob", "bob", " bob", "e\u{301}", "\u{E9}", "a\u{0}b", "\u{1F600}\n\"\\/", String(repeating: "ü", count: 512),
    ])
    func `a user id reaches the warehouse byte for byte`(_ user: String) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event(user: user)]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.column("SELECT user FROM event") == [Array(user.utf8)])
        #expect(collector.live.recent(of: store.scope.app).first?.user.map { Array($0.utf8) } == Array(user.utf8))
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
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 10_000)
        #expect(try await collector.folding.statistics().duplicates == 10_000)
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
        for body in [Array("not JSON".utf8), Sample.body(event: #"{"id":"x"}"#)] {
            try store.write(SpooledBatch(store.scope, BatchIndex(bytes: []), body))
        }
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("dead_letter") == 2)
        #expect(try store.count("event") == 1)
        #expect(try await collector.folding.statistics().deadLetters == 2)
    }

    /// Bytes of an index as another version may have left them, one that asked for other keys, or a damaged disk.
    @Test(arguments: 0..<4)
    func `a batch whose index cannot be used is read again`(_ damage: Int) async throws {
        let store = try TemporaryCollector()
        let body = try Sample.body([Sample.event("content_viewed", ["uri": "zbimdb://magazine/a/one"]), Sample.event()])
        let scanned = try body.withUnsafeBufferPointer { try BatchScanner.scan($0, keys: .all) }
        var bytes = BatchIndex(scanned, keys: .all).bytes
        switch damage {
        case 0: bytes[0] ^= 1
        case 1: bytes.removeLast()
        case 2: bytes = BatchIndex(scanned, keys: PropertyKeys([Installs()])).bytes
        // The first event's name begins far behind the batch's end.
        default: bytes.replaceSubrange(96..<100, with: [0, 0, 0, 0x7F])
        }
        try store.write(SpooledBatch(store.scope, BatchIndex(bytes: bytes), body))
        let collector = try store.open()
        #expect(bytes.withUnsafeBytes { BatchIndex.read($0, for: body.count, keys: .all) } == nil)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 2)
        #expect(try store.column("SELECT views FROM rollup") == [Array("1".utf8)])
        #expect(try store.count("dead_letter") == 0)
    }

    // An address may come with its slashes escaped, as some encoders write them.
    @Test func `escaped texts count as what they mean`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let id = #""id":"01999999-0000-7000-8000-00000000000"#
        let events = [#"zbimdb://magazine/a/one"#, #"zbimdb:\/\/magazine\/a\/o\u006ee"#].enumerated().map {
            #"{\#(id)\#($0.offset)","name":"content_viewed","time":1,"sequence":1,"properties":{"uri":"\#($0.element)"}}"#
        }
        _ = try await collector.intake.accept(
            Sample.body(event: events.joined(separator: ",")), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.column("SELECT views FROM rollup") == [Array("2".utf8)])
        #expect(try store.column("SELECT uri FROM page") == [Array("zbimdb://magazine/a/one".utf8)])
    }
}
