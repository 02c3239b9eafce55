import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// Full disks and damaged files.
@Suite struct OutboxDamageTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture()
    }

    private var file: URL { fixture.folder.url.appending(path: "outbox.sqlite3") }

    private func damaged(_ name: String = "outbox.sqlite3") throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
        return names.filter { $0.hasPrefix("\(name).damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    }

    @Test(arguments: [Data("this is not a database at all".utf8), Data(repeating: 0xAB, count: 100_000)])
    func `a file that is not a database is renamed and counted`(content: Data) async throws {
        try content.write(to: file)
        let outbox = try fixture.outbox()
        try await outbox.record("after_damage")
        let names = try damaged()
        #expect(names.count == 1)
        let kept = try Data(contentsOf: fixture.folder.url.appending(path: names.first ?? ""))
        #expect(kept == content)
        #expect(try outbox.counts().dropped == [.damage: 1])
        #expect(try outbox.counts().notPosted == 1)
    }

    @Test func `a file with damaged pages is replaced, and recording continues`() async throws {
        let outbox = try fixture.outbox()
        for _ in 0..<200 { outbox.track("before_damage", ["text": .text(String(repeating: "x", count: 500))]) }
        try await outbox.flush()
        outbox.close()
        // Overwrites pages of the table and keeps the header.
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: 4_096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 60_000))
        try handle.close()
        let reopened = try fixture.outbox()
        try await reopened.record("after_damage")
        #expect(try reopened.counts().notPosted == 1)
        #expect(try reopened.counts().dropped[.damage] == 1)
        #expect(try damaged().count == 1)
    }

    // HUB-028: the app waits for the start, and a full outbox has 64 MiB.
    @Test func `opening does not read a large file, and its damage is found afterwards`() async throws {
        let outbox = try fixture.outbox()
        #expect(outbox.store.isChecked)
        let text = String(repeating: "x", count: 2_000)
        for _ in 0..<4_000 { outbox.track("before_damage", ["text": .text(text)]) }
        try await outbox.flush()
        outbox.close()
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: 4_000_000)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 60_000))
        try handle.close()
        let reopened = try fixture.outbox()
        #expect(!reopened.store.isChecked)
        #expect(await eventually { (try? reopened.counts().dropped[.damage]) == 1 })
        try await reopened.record("after_damage")
        #expect(try reopened.counts().notPosted == 1)
        #expect(try damaged().count == 1)
        reopened.close()
    }

    @Test func `only the newest damaged files are kept`() throws {
        for _ in 0..<6 {
            try Data("no database".utf8).write(to: file)
            try fixture.outbox().close()
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(at: URL(fileURLWithPath: file.path + suffix))
            }
            fixture.clock.advance(by: .seconds(1))
        }
        #expect(try damaged().count == DatabaseFile.keptDamaged)
    }

    @Test func `a damaged state file is renamed, and the SDK starts empty`() async throws {
        try Data(repeating: 7, count: 5_000).write(to: fixture.folder.url.appending(path: "state.sqlite3"))
        let core = try fixture.core()
        #expect(try core.users.all() == [])
        try core.users.create("a")
        #expect(core.state.renamedDamage != nil)
        #expect(try damaged("state.sqlite3").count == 1)
        await core.close()
    }

    @Test func `on a full disk, recording fails, and tracked events are stored later`() async throws {
        let outbox = try fixture.outbox()
        try await outbox.record("before_full")
        try outbox.store.limitPages(8)
        let large: [String: Event.Value] = ["text": .text(String(repeating: "x", count: 20_000))]
        let error = await #expect(throws: MarqueeError.self) {
            for _ in 0..<10 { try await outbox.record("too_much", large) }
        }
        #expect(error?.code == .storage)
        outbox.track("kept_in_memory", large)
        await #expect(throws: MarqueeError.self) { try await outbox.flush() }
        let stored = try outbox.counts().notPosted
        try outbox.store.limitPages(1_000_000)
        try await outbox.flush()
        #expect(try outbox.counts().notPosted == stored + 1)
        #expect(try outbox.counts().dropped == [:])
    }

    // HUB-208
    @Test func `a clock change while the disk is full is stored later`() async throws {
        let fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
        let core = try fixture.core()
        try await core.outbox.record("before_step")
        fixture.clock.set(fixture.clock.now + .seconds(86_400))
        try core.outbox.store.limitPages(1)
        let large: [String: Event.Value] = ["text": .text(String(repeating: "x", count: 20_000))]
        await #expect(throws: MarqueeError.self) {
            for _ in 0..<10 { try await core.outbox.record("too_much", large) }
        }
        try core.outbox.store.limitPages(1_000_000)
        fixture.clock.advance(by: .seconds(600))
        #expect(await core.eventSender.drain() == .sent(1))
        let batch = try #require(try fixture.batches().first)
        #expect(batch.events.map { batch.sent - $0.time } == [.seconds(600)])
        await core.close()
    }

    @Test func `memory is limited while the disk is full, and losses are counted`() async throws {
        let outbox = try fixture.outbox(OutboxLimits(pending: 10))
        try outbox.store.limitPages(1)
        let large: [String: Event.Value] = ["text": .text(String(repeating: "x", count: 20_000))]
        for _ in 0..<60 {
            outbox.track("too_much", large)
            try? await outbox.flush()
        }
        try outbox.store.limitPages(1_000_000)
        try await outbox.flush()
        let counts = try outbox.counts()
        #expect(counts.notPosted <= 20)
        #expect(counts.notPosted + (counts.dropped[.memory] ?? 0) == 60)
    }
}
