import Dispatch
import MarqueeWire
import Synchronization

/// Things that are lent to one user at a time, to those who wait in the order in which they came.
final class FairPool<Element: Sendable>: Sendable {
    private typealias Answer = CheckedContinuation<Result<Element, StoreError>, Never>

    private struct Waiting {
        let number: Int
        let deadline: ContinuousClock.Instant
        let answer: Answer
    }

    private struct State {
        var free: [Element]
        var waiting: [Waiting] = []
        var isClosed = false
        var isSweeping = false
        var closer: CheckedContinuation<Void, Never>?
    }

    private let size: Int
    private let limit: Duration
    private let numbers = Atomic(0)
    private let state: Mutex<State>

    /// - Parameter limit: how long a user waits.
    init(_ elements: [Element], waiting limit: Duration) {
        size = elements.count
        self.limit = limit
        state = Mutex(State(free: elements))
    }

    /// How many users wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for an element, which the caller gives back with ``giveBack(_:)``.
    /// - Throws: `unavailable` when none became free in time and when the pool is closed, `storage` when the task was
    ///   cancelled.
    func take() async throws(StoreError) -> Element {
        let number = numbers.add(1, ordering: .relaxed).newValue
        let result: Result<Element, StoreError> = await withTaskCancellationHandler {
            await withCheckedContinuation { answer in wait(number, answer) }
        } onCancel: {
            leave(number)
        }
        return try result.get()
    }

    /// Hands the element to the first who waits. An element that was used last is lent next, so that the others rest.
    func giveBack(_ element: Element) {
        let (answer, closer) = state.withLock { state in
            if !state.waiting.isEmpty { return (Optional(state.waiting.removeFirst().answer), state.closer) }
            state.free.append(element)
            guard state.free.count == size, let closer = state.closer else { return (nil, nil) }
            state.closer = nil
            return (nil, closer)
        }
        if let answer { answer.resume(returning: .success(element)) } else { closer?.resume() }
    }

    /// Refuses everyone who waits or comes later, and returns when all elements are back.
    /// - Returns: the elements; none when the pool was closed before.
    func close() async -> [Element] {
        let refused: [Waiting]? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let refused else { return [] }
        for waiting in refused { waiting.answer.resume(returning: .failure(Self.closed)) }
        await withCheckedContinuation { closer in
            let isDone = state.withLock { state in
                if state.free.count == size { return true }
                state.closer = closer
                return false
            }
            if isDone { closer.resume() }
        }
        return state.withLock(\.free)
    }

    private func wait(_ number: Int, _ answer: Answer) {
        let result: Result<Element, StoreError>? = state.withLock { state in
            // A cancellation before this point finds nobody to remove.
            if Task.isCancelled { return .failure(Self.cancelled) }
            if state.isClosed { return .failure(Self.closed) }
            if let element = state.free.popLast() { return .success(element) }
            state.waiting.append(Waiting(number: number, deadline: .now + limit, answer: answer))
            return nil
        }
        if let result { answer.resume(returning: result) } else { sweepLater() }
    }

    private func leave(_ number: Int) {
        let waiting = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiting?.answer.resume(returning: .failure(Self.cancelled))
    }

    /// All wait equally long, so one timer for the first of them is enough.
    private func sweepLater() {
        let deadline: ContinuousClock.Instant? = state.withLock { state in
            guard !state.isSweeping, let first = state.waiting.first else { return nil }
            state.isSweeping = true
            return first.deadline
        }
        guard let deadline else { return }
        let left = (deadline - .now) / .milliseconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(max(0, left)) + 1)) { [weak self] in
            self?.sweep()
        }
    }

    private func sweep() {
        let late = state.withLock { state in
            state.isSweeping = false
            let late = state.waiting.prefix { $0.deadline <= .now }
            state.waiting.removeFirst(late.count)
            return Array(late)
        }
        let error = StoreError(.unavailable, "busy: none of \(size) connections became free within \(limit)")
        for waiting in late { waiting.answer.resume(returning: .failure(error)) }
        sweepLater()
    }

    private static var cancelled: StoreError {
        StoreError(.storage, "the task was cancelled while it waited for the database", cause: CancellationError())
    }

    private static var closed: StoreError { StoreError(.unavailable, "the database is closed") }
}
