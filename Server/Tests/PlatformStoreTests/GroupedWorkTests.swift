import Synchronization
import Testing

@testable import PlatformStore

@Suite struct GroupedWorkTests {
    /// Opens once, for all who wait.
    private final class Gate: Sendable {
        private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

        func open() {
            let waiting = state.withLock { state in
                defer { state = (true, []) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
    }

    @Test func `those who ask during a call share the next one, and each gets his own answer`() async throws {
        let (begun, gate) = (Gate(), Gate())
        let calls = Mutex<[Int]>([])
        let work = GroupedWork<Int, Int> { items in
            let isFirst = calls.withLock { calls in
                calls.append(items.count)
                return calls.count == 1
            }
            if isFirst {
                begun.open()
                await gate.wait()
            }
            return items.map { $0 * 2 }
        }
        async let first = work.answer(0)
        await begun.wait()
        let answers = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for item in 1...10 { group.addTask { (item, try await work.answer(item)) } }
            while work.waitingCount < 10 { await Task.yield() }
            gate.open()
            return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
        }
        #expect(try await first == 0)
        #expect(answers == Dictionary(uniqueKeysWithValues: (1...10).map { ($0, $0 * 2) }))
        #expect(calls.withLock(\.self) == [1, 10])
    }

    @Test func `an answer waits until it is settled, and the next call does not wait for that`() async throws {
        let (settling, settled, next) = (Gate(), Gate(), Gate())
        let isSettled = Mutex(false)
        let work = GroupedWork<Int, Int>(settle: { answered in
            guard answered.contains(where: { $0.item == 0 }) else { return }
            settling.open()
            await settled.wait()
            isSettled.withLock { $0 = true }
        }) { items in
            if items.contains(1) { next.open() }
            return items
        }
        async let first = work.answer(0)
        await settling.wait()
        async let second = work.answer(1)
        await next.wait()
        #expect(try await second == 1)
        #expect(!isSettled.withLock { $0 }, "the second call ended before the first was settled")
        settled.open()
        #expect(try await first == 0)
        #expect(isSettled.withLock { $0 })
    }

    @Test func `where rows cannot be read, each item is tried alone`() async throws {
        let work = GroupedWork<Int, Int> { items throws(StoreError) in
            guard !items.contains(3) else { throw StoreError(.damaged, "three") }
            return items
        }
        let codes = await withTaskGroup(of: StoreError.Code?.self) { group in
            for item in 0..<8 {
                group.addTask {
                    do throws(StoreError) {
                        return try await work.answer(item) == item ? nil : .storage
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: [StoreError.Code?]()) { $0.append($1) }
        }
        #expect(codes.compactMap(\.self) == [.damaged])
    }
}
