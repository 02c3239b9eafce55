import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Batches on disk that were acknowledged and not folded yet.
@Suite struct SpoolTests {
    private static let head = SpoolSegment.head.count

    /// A folder with one file of as many batches as asked, each of one event.
    private func spooled(_ count: Int) throws -> TemporaryCollector {
        let store = try TemporaryCollector()
        let records = try (0..<count).map { _ in
            SpoolRecord(SpooledBatch(store.scope, BatchIndex(bytes: []), try Sample.body([Sample.event()])))
        }
        try SpoolWriter(SpoolSegments(in: store.spool), quota: .max).append(records)
        return store
    }

    /// One whose record has so many bytes.
    private func batch(_ size: Int) throws -> SpoolRecord {
        let scope = try Scope(app: "demo")
        let rest = SpooledBatch(scope, BatchIndex(bytes: []), []).record.count
        return SpoolRecord(SpooledBatch(scope, BatchIndex(bytes: []), [UInt8](repeating: 1, count: size - rest)))
    }

    private func change(_ file: URL, _ change: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: file)
        change(&data)
        try data.write(to: file)
    }

    @discardableResult
    private func folded(_ store: TemporaryCollector) async throws -> Collector {
        let collector = try store.open()
        while try await collector.folding.foldOnce() {}
        return collector
    }

    @Test(arguments: [0, 1, 40_000])
    func `a batch is read as it was written`(_ size: Int) throws {
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let scope = try Scope(app: "demo", stream: "staging")
        let batch = SpooledBatch(scope, BatchIndex(bytes: body.reversed()), body)
        let bytes = [7] + batch.record
        let (read, end) = try #require(bytes.withUnsafeBytes { SpoolRecord.read($0, at: 1) })
        #expect(end == bytes.count)
        #expect(read.scope == scope && read.received == batch.received)
        #expect(Array(bytes[read.index]) == batch.index.bytes && Array(bytes[read.body]) == body)
        #expect(bytes.withUnsafeBytes { SpoolRecord.received($0, at: 1) } == batch.received)
    }

    // Files of earlier builds, which had it from zlib, go on being read.
    @Test func `a record's checksum is the one that gzip knows`() throws {
        let batch = SpooledBatch(try Scope(app: "demo"), BatchIndex(bytes: [1, 2, 3]), Array("123456789".utf8))
        let trailer = try Gzip.compress(Data(batch.record[8...])).suffix(8)
        #expect(trailer.prefix(4) == Data(batch.record[4..<8]))
    }

    @Test func `what is read ahead is given for its own place only`() throws {
        let (first, second) = (SpoolSegment(after: nil), SpoolSegment(after: nil))
        let place = SpoolPosition(segment: first, offset: 100)
        let ahead = ReadAhead<Int>()
        #expect(ahead.take(at: place) == nil)
        ahead.begin(at: place) { 7 }
        #expect(ahead.take(at: place) == 7)
        #expect(ahead.take(at: place) == nil)
        for other in [SpoolPosition(segment: first, offset: 99), SpoolPosition(segment: second, offset: 100)] {
            ahead.begin(at: place) { 7 }
            #expect(ahead.take(at: other) == nil)
            #expect(ahead.take(at: place) == nil)
        }
        ahead.begin(at: place) { () throws(StoreError) in throw StoreError(.damaged, "gone") }
        #expect(ahead.take(at: place) == nil)
    }

    @Test func `no bit of a record can be changed without notice`() throws {
        let scope = try Scope(app: "demo")
        let good = SpooledBatch(scope, BatchIndex(bytes: [1, 2]), Array("{}".utf8)).record
        for bit in 0..<good.count * 8 {
            var bytes = good
            bytes[bit / 8] ^= 1 << (bit % 8)
            #expect(bytes.withUnsafeBytes { SpoolRecord.read($0, at: 0) } == nil)
        }
        for count in 0..<good.count {
            #expect(good[..<count].withUnsafeBytes { SpoolRecord.read($0, at: 0) } == nil)
        }
    }

    // HUB-209
    @Test func `a file torn at any byte keeps every batch before the tear`() async throws {
        let intact = try spooled(3)
        let whole = try Data(contentsOf: #require(try intact.segments().first)).count
        let size = (whole - Self.head) / 3
        for end in stride(from: 0, to: whole, by: 41) {
            let store = try spooled(3)
            try change(#require(try store.segments().first)) { $0 = $0.prefix(end) }
            let collector = try await folded(store)
            let complete = max(0, end - Self.head) / size
            #expect(try store.count("event") == complete)
            let rest = max(0, end - Self.head) % size
            #expect(try store.setAside().map(\.count) == (rest == 0 ? [] : [complete == 0 ? end : rest]))
            _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
            while try await collector.folding.foldOnce() {}
            #expect(try store.count("event") == complete + 1)
        }
    }

    /// A byte that changes, and how many of the two batches are set aside.
    @Test(arguments: [(place: 0, lost: 0), (20, 1), (60, 1), (17, 2)])
    func `damage costs the batch it lies in, or all behind a length that is wrong`(_ row: (place: Int, lost: Int))
        async throws
    {
        let store = try spooled(2)
        let file = try #require(try store.segments().first)
        try change(file) { $0[row.place] ^= 0x10 }
        let damaged = try Data(contentsOf: file)
        let size = (damaged.count - Self.head) / 2
        let collector = try await folded(store)
        #expect(try store.setAside() == (row.lost == 0 ? [] : [damaged.prefix(Self.head + row.lost * size)]))
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 2 - row.lost + 1)
        #expect(try store.segments().count == 1)
    }

    @Test func `a deleted file loses its batches, and no later batch is acknowledged in it`() async throws {
        let store = try spooled(1)
        let collector = try store.open()
        let body = { try Sample.body([Sample.event()]) }
        _ = try await collector.intake.accept(try body(), scope: store.scope)
        for file in try store.segments() { try FileManager.default.removeItem(at: file) }
        let refusal = await #expect(throws: IntakeError.self) {
            try await collector.intake.accept(try body(), scope: store.scope)
        }
        #expect(refusal?.retryAfter != nil)
        _ = try await collector.intake.accept(try body(), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 1)
        #expect(try await collector.folding.statistics().oldestUnfoldedAge == nil)
    }

    @Test func `a file of a later layout is refused by name and left as it is`() throws {
        let store = try spooled(1)
        let file = try #require(try store.segments().first)
        try change(file) { $0[Self.head - 1] = 2 }
        let later = try Data(contentsOf: file)
        let refusal = #expect(throws: StoreError.self) { try store.open() }
        #expect(refusal?.code == .invalid)
        #expect(refusal?.message.contains(file.lastPathComponent) == true)
        #expect(try Data(contentsOf: file) == later)
    }

    // A folder under a file's name opens and cannot be read, as a file on a failing disk.
    @Test func `a file that cannot be read keeps nobody from starting or folding what came later`() async throws {
        let store = try TemporaryCollector()
        let dead = store.spool.appending(path: SpoolSegment(after: nil).name)
        try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: true)
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(names.contains { $0.hasPrefix("spool-damaged-") })
    }

    @Test func `two processes cannot have one spool`() throws {
        let store = try TemporaryCollector()
        let first = try store.open()
        let refusal = #expect(throws: StoreError.self) { try store.open() }
        #expect(refusal?.message.contains("another process") == true)
        withExtendedLifetime(first) {}
    }

    @Test func `files that were folded are removed, and none that was not`() throws {
        let store = try TemporaryCollector()
        let segments = try SpoolSegments(in: store.spool)
        let large = [try batch(33 * 1024 * 1024)]
        let writer = SpoolWriter(segments, quota: .max)
        for _ in 0..<3 { try writer.append(large) }
        let ends = segments.all
        #expect(try store.segments().count == 3)
        writer.release(through: SpoolPosition(segment: ends[1].segment, offset: ends[1].offset - 1))
        #expect(segments.all == Array(ends[1...]))
        writer.release(through: ends[1])
        #expect(segments.all == Array(ends[2...]))
        // The last is written to: it goes when it is worth it, and what is written later begins another.
        writer.release(through: ends[2])
        #expect(try store.segments().isEmpty)
        try writer.append([try batch(100)])
        let next = segments.all
        #expect(next.map(\.offset) == [Self.head + 100])
        writer.release(through: next[0])
        #expect(segments.all == next)
    }

    @Test func `the quota holds for all files together`() throws {
        let segments = try SpoolSegments(in: TemporaryCollector().spool)
        let writer = SpoolWriter(segments, quota: 1000)
        try writer.append([try batch(900)])
        let before = segments.all
        let refusal = #expect(throws: StoreError.self) { try writer.append([try batch(101)]) }
        #expect(refusal?.code == .diskFull)
        #expect(segments.all == before)
        try writer.append([try batch(80)])
    }

    @Test func `a place in a folder that is no longer there says nothing about a new one`() async throws {
        let store = try spooled(2)
        try await folded(store)
        try FileManager.default.removeItem(at: store.spool)
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        #expect(try store.count("event") == 3)
        #expect(try store.count("cursor") == 1)
    }
}
