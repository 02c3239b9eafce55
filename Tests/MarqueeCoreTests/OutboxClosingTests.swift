import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// Closing an outbox ends its streams and fails waiting callers.
@Suite struct OutboxClosingTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture()
    }

    @Test func `closing ends the streams of observers`() async throws {
        let outbox = try fixture.outbox()
        let stream = outbox.observe()
        try await outbox.record("last_one")
        let isClosed = Locked(false)
        // A separate thread, because a blocked thread of the pool would delay the other tests.
        Thread.detachNewThread {
            outbox.close()
            isClosed.withLock { $0 = true }
        }
        try #require(await eventually { isClosed.withLock { $0 } })
        var names: [String] = []
        for await event in stream { names.append(event.name) }
        #expect(names == ["last_one"])
        for await _ in outbox.observe() { Issue.record("an event of a closed outbox") }
    }

    @Test func `flushing a closed outbox throws an error`() async throws {
        let outbox = try fixture.outbox()
        outbox.close()
        let code = Locked<MarqueeError.Code?>(nil)
        Task {
            do throws(MarqueeError) {
                try await outbox.flush()
            } catch {
                code.withLock { $0 = error.code }
            }
        }
        #expect(await eventually { code.withLock { $0 } == .invalidState })
    }

    @Test func `going to the background after closing the SDK returns`() async throws {
        let core = try fixture.core()
        await core.close()
        let hasLeft = Locked(false)
        Task {
            await core.enteredBackground()
            hasLeft.withLock { $0 = true }
        }
        #expect(await eventually { hasLeft.withLock { $0 } })
    }
}
