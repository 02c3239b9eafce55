import Synchronization

/// Work that many ask for at once and that costs little more for many than for one: all that wait share one call, and
/// nobody shares a call that began before he asked.
package final class GroupedWork<Item: Sendable, Answer: Sendable>: Sendable {
    /// Answers every item, in their order.
    package typealias Perform = @Sendable ([Item]) async throws(StoreError) -> [Answer]
    /// What has to be done with answers before anybody gets one; the next group begins meanwhile.
    package typealias Settle = @Sendable ([(item: Item, answer: Answer)]) async -> Void

    /// An object, because it is handed on several times.
    private final class Waiting: Sendable {
        let item: Item
        let continuation: CheckedContinuation<Result<Answer, StoreError>, Never>

        init(_ item: Item, _ continuation: CheckedContinuation<Result<Answer, StoreError>, Never>) {
            (self.item, self.continuation) = (item, continuation)
        }
    }

    private struct State {
        var waiting: [Waiting] = []
        var isRunning = false
    }

    /// The fewest items for which it is worth to begin a second group, and the most of one call.
    private static var groups: ClosedRange<Int> { 16...256 }
    /// The most items that wait; one more is refused.
    private static var longestQueue: Int { 20_000 }
    private let perform: Perform
    private let settle: Settle?
    private let state = Mutex(State())

    package init(settle: Settle? = nil, _ perform: @escaping Perform) {
        self.perform = perform
        self.settle = settle
    }

    /// - Throws: `unavailable` when too many wait, and what the call throws.
    package func answer(_ item: Item) async throws(StoreError) -> Answer {
        let result = await withCheckedContinuation { continuation in
            let (isFull, starts) = state.withLock { state -> (Bool, Bool) in
                guard state.waiting.count < Self.longestQueue else { return (true, false) }
                state.waiting.append(Waiting(item, continuation))
                defer { state.isRunning = true }
                return (false, !state.isRunning)
            }
            if isFull {
                continuation.resume(returning: .failure(StoreError(.unavailable, "too many requests wait")))
            }
            if starts { Task { await self.run() } }
        }
        return try result.get()
    }

    /// How many wait for the next call.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    private func run() async {
        while let group = next() {
            do throws(StoreError) {
                try await answer(group)
            } catch {
                await performEach(group, after: error)
            }
        }
    }

    private func answer(_ group: [Waiting]) async throws(StoreError) {
        let answers = try await perform(group.map { $0.item })
        guard let settle else { return Self.resume(group, answers) }
        Task {
            await settle(group.indices.map { (group[$0].item, answers[$0]) })
            Self.resume(group, answers)
        }
    }

    private static func resume(_ group: [Waiting], _ answers: [Answer]) {
        for place in group.indices { group[place].continuation.resume(returning: .success(answers[place])) }
    }

    /// Nothing of a group that failed is stored. Each item is tried again alone, so that rows that cannot be read fail
    /// nobody else's.
    private func performEach(_ group: [Waiting], after error: StoreError) async {
        guard group.count > 1, [.damaged, .invalid].contains(error.code) else {
            for waiting in group { waiting.continuation.resume(returning: .failure(error)) }
            return
        }
        for waiting in group {
            do throws(StoreError) {
                try await answer([waiting])
            } catch {
                waiting.continuation.resume(returning: .failure(error))
            }
        }
    }

    /// Half of those who wait: while they get their answers, work on the others goes on.
    private func next() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            let half = (state.waiting.count + 1) / 2
            let group = Array(state.waiting.prefix(min(max(half, Self.groups.lowerBound), Self.groups.upperBound)))
            state.waiting.removeFirst(group.count)
            return group
        }
    }
}
