import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// ENG-053, ENG-058: completed events are stored in groups, and only so many wait in memory.
@Suite struct CompletedEventsTests {
    /// Counts transactions, and holds them up while it is closed.
    private final class Gate: Sendable {
        private let opened = DispatchSemaphore(value: 0)
        private let isClosed = Locked(false)
        private let counted = Locked(0)

        var transactions: Int { counted.withLock { $0 } }

        func reached(_ point: FaultPoint) {
            guard point == .outboxCommitting else { return }
            counted.withLock { $0 += 1 }
            if isClosed.withLock({ $0 }) { opened.wait() }
        }

        func close() {
            isClosed.withLock { $0 = true }
            counted.withLock { $0 = 0 }
        }

        func open() {
            isClosed.withLock { $0 = false }
            opened.signal()
        }
    }

    /// What a test sees: `stored` for each event on disk, and other words that it adds.
    private let words = Locked<[String]>([])
    private let gate = Gate()
    private let core: Core
    private let engage: Engage
    private let completed: CompletedEvents
    private let fixture: EngageFixture

    init() throws {
        fixture = try EngageFixture()
        var environment = fixture.environment
        environment.reached = { [gate] in gate.reached($0) }
        core = try Core(
            configuration: Configuration(service: try #require(URL(string: "https://marquee.example/v1/apps/a/b"))),
            environment: environment, log: fixture.log)
        engage = try Engage(
            core: core, state: EngageState(environment), identity: fixture.identity, tokens: fixture.tokens)
        engage.addPlugin(TestPlugin("never", isReady: false))
        completed = CompletedEvents(
            engage.sender.items, locations: LocationGate(core.consent, LocationAttributes(EngageFieldNames())),
            retry: DiskRetry(environment: environment, log: fixture.log),
            ended: { [words] _, _ in words.withLock { $0.append("stored") } })
    }

    /// Events on hold, completed with a body of this size.
    private func entries(_ count: Int, bytes: Int) async throws -> [CompletedEvents.Entry] {
        for number in 0..<count { engage.track(.named("\(number)")) }
        try await core.outbox.flush()
        let mark = LocationGate(core.consent, LocationAttributes(EngageFieldNames())).mark
        let held = try engage.sender.items.held((1...Int64(count)).map { $0 }, bytes: .max).items
        #expect(held.count == count)
        return held.map { .init(held: $0, body: Data(count: bytes), ending: .augmented, mark: mark) }
    }

    private func stored(_ count: Int) async -> Bool {
        await eventually { words.withLock { $0.count { $0 == "stored" } } == count }
    }

    @Test func `events that are completed while the disk is busy are stored in one transaction`() async throws {
        let entries = try await entries(300, bytes: 10)
        gate.close()
        completed.add(entries[0])
        #expect(await eventually { gate.transactions == 1 })
        for entry in entries.dropFirst() { completed.add(entry) }
        gate.open()
        #expect(await stored(300))
        #expect(gate.transactions == 2)
        #expect(try engage.eventCounts().notPosted == 300)
        #expect(try engage.eventCounts().notPostedBytes == 3_000)
        await core.close()
    }

    @Test func `while a mebibyte of completed events waits for the disk, there is no room for more`() async throws {
        let entries = try await entries(40, bytes: 30_000)
        gate.close()
        for entry in entries { completed.add(entry) }
        let caller = Task {
            await completed.room()
            words.withLock { $0.append("room") }
        }
        #expect(await eventually { gate.transactions == 1 })
        gate.open()
        #expect(await stored(40))
        await caller.value
        #expect(words.withLock { $0.first } == "stored")
        await core.close()
    }

    @Test func `what is not stored at the end stays on hold, and nobody waits for room`() async throws {
        let entries = try await entries(41, bytes: 30_000)
        gate.close()
        completed.add(entries[0])
        #expect(await eventually { gate.transactions == 1 })
        for entry in entries.dropFirst() { completed.add(entry) }
        let caller = Task { await completed.room() }
        completed.close()
        completed.add(entries[0])
        await caller.value
        gate.open()
        #expect(await stored(1))
        #expect(try engage.eventCounts().hold == 40)
        await core.close()
    }
}
