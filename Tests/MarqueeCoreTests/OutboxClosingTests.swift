import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// An outbox that closes lets go of everybody who waits for it.
@Suite struct OutboxClosingTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture()
    }

    @Test func `closing ends the streams of those who observe`() async throws {
        let outbox = try fixture.outbox()
        let stream = outbox.observe()
        try await outbox.record("last_one")
        let isClosed = Locked(false)
        // On a thread of its own, which may stand still without holding up the other tests.
        Thread.detachNewThread {
            outbox.close()
            isClosed.withLock { $0 = true }
        }
        try #require(await eventually(within: .seconds(10)) { isClosed.withLock { $0 } })
        var names: [String] = []
        for await event in stream { names.append(event.name) }
        #expect(names == ["last_one"])
        for await _ in outbox.observe() { Issue.record("an event of a closed outbox") }
    }
}
