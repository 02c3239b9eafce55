import Dispatch
import Synchronization
import Testing

@testable import PlatformStore

@Suite(.timeLimit(.minutes(10))) struct BlockingWorkTests {
    @Test func `however much work blocks, tasks go on`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let count = 300
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { try await BlockingWork.run { () throws(StoreError) in gate.wait() } }
            }
            // None of them ends before this one has run.
            await Task.detached { for _ in 0..<100 { await Task.yield() } }.value
            for _ in 0..<count { gate.signal() }
            try await group.waitForAll()
        }
    }

    private final class Counter: Sendable {
        private let state = Mutex((now: 0, most: 0))

        var most: Int { state.withLock(\.most) }

        func begin() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }

        func end() { state.withLock { $0.now -= 1 } }
    }

    @Test func `what has a queue of its own runs one after the other`() async throws {
        let queue = DispatchQueue(label: "test")
        let running = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await BlockingWork.run(on: queue) { () throws(StoreError) in
                        running.begin()
                        running.end()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.most == 1)
    }
}
