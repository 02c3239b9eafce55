import Synchronization
import Testing

@testable import PlatformStore

/// Who gets what is lent, and when.
@Suite(.timeLimit(.minutes(10))) struct FairPoolTests {
    private func waiting(_ count: Int, in pool: FairPool<Int>) async {
        while pool.waitingCount != count { await Task.yield() }
    }

    private final class Served: Sendable {
        private let numbers = Mutex<[Int]>([])
        var all: [Int] { numbers.withLock { $0 } }
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    @Test func `those who wait are served in the order in which they came`() async throws {
        let pool = FairPool([7], waiting: .seconds(60))
        let element = try await pool.take()
        let served = Served()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let element = try await pool.take()
                    served.add(number)
                    pool.giveBack(element)
                }
                await waiting(number + 1, in: pool)
            }
            pool.giveBack(element)
            try await group.waitForAll()
        }
        #expect(served.all == Array(0..<20))
    }

    @Test func `what was used last is lent next`() async throws {
        let pool = FairPool([1, 2, 3], waiting: .seconds(60))
        let first = try await pool.take()
        let second = try await pool.take()
        pool.giveBack(second)
        pool.giveBack(first)
        #expect(try await pool.take() == first)
    }

    @Test func `a cancelled task leaves its place`() async throws {
        let pool = FairPool([7], waiting: .seconds(60))
        let element = try await pool.take()
        let cancelled = Task { try await pool.take() }
        await waiting(1, in: pool)
        let next = Task { try await pool.take() }
        await waiting(2, in: pool)
        cancelled.cancel()
        let error = await storeError { try await cancelled.value }
        #expect(error?.cause is CancellationError)
        #expect(pool.waitingCount == 1)
        pool.giveBack(element)
        #expect(try await next.value == 7)
    }

    @Test func `a task that is cancelled before it asks gets nothing`() async throws {
        let pool = FairPool([7], waiting: .seconds(60))
        let error = await storeError {
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.cancelAll()
                group.addTask { try await pool.take() }
                return try await group.next() ?? 0
            }
        }
        #expect(error?.cause is CancellationError)
        #expect(try await pool.take() == 7)
    }

    @Test func `each who waits too long is refused, and the others wait on`() async throws {
        let pool = FairPool([7], waiting: .milliseconds(20))
        let element = try await pool.take()
        for _ in 0..<3 {
            let error = await storeError {
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<5 { group.addTask { try await pool.take() } }
                    try await group.waitForAll()
                }
            }
            #expect(error?.message.contains("busy") == true)
            #expect(pool.waitingCount == 0)
        }
        pool.giveBack(element)
        #expect(try await pool.take() == 7)
    }

    @Test func `closing refuses those who wait and returns when everything is back`() async throws {
        let pool = FairPool([1, 2], waiting: .seconds(60))
        let (one, two) = (try await pool.take(), try await pool.take())
        let refused = Task { try await pool.take() }
        await waiting(1, in: pool)
        pool.giveBack(one)
        #expect(try await refused.value == one)
        let closing = Task { await pool.close() }
        while await storeError({ pool.giveBack(try await pool.take()) }) == nil { await Task.yield() }
        pool.giveBack(one)
        pool.giveBack(two)
        #expect(Set(await closing.value) == [1, 2])
        #expect(await pool.close().isEmpty)
    }
}
