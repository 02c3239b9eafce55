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

    @Test func `whoever waits for a closed outbox is told so`() async throws {
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
        #expect(await eventually(within: .seconds(10)) { code.withLock { $0 } == .invalidState })
    }

    @Test func `an app that leaves after the SDK was closed is not held up`() async throws {
        let core = try fixture.core()
        await core.close()
        let hasLeft = Locked(false)
        Task {
            await core.enteredBackground()
            hasLeft.withLock { $0 = true }
        }
        #expect(await eventually(within: .seconds(10)) { hasLeft.withLock { $0 } })
    }
}
