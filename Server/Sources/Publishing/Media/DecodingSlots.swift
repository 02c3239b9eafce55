import Dispatch
import PlatformStore
import Synchronization

/// Lets few files be read and decoded at once, each on a thread of its own; the others wait in their order.
final class DecodingSlots: Sendable {
    /// Of this process: memory belongs to the process and not to a portal.
    static let shared = DecodingSlots(count: MediaLimits.decodings, waiting: MediaLimits.waiting)

    private struct State {
        var free: [Int]
        var waiting: [CheckedContinuation<Int?, Never>] = []
        var most = 0
    }

    private let state: Mutex<State>
    private let queues: [DispatchQueue]
    private let maximumWaiting: Int

    init(count: Int, waiting: Int) {
        state = Mutex(State(free: Array(0..<count)))
        queues = (0..<count).map { DispatchQueue(label: "marquee.media.\($0)") }
        maximumWaiting = waiting
    }

    /// The most that ran at the same time so far.
    var most: Int { state.withLock(\.most) }

    /// How many run now.
    var running: Int { queues.count - state.withLock(\.free.count) }

    /// Runs `body` on a thread, then `store` with its value. The slot is free only when both have ended, because the
    /// value takes memory until it is stored.
    /// - Throws: ``PublishingError`` with `tooLarge` when too many wait already; what `body` and `store` throw.
    func run<Value: Sendable, Stored: Sendable>(
        _ body: @escaping @Sendable () throws(PublishingError) -> Value,
        then store: (Value) async throws(PublishingError) -> Stored
    ) async throws(PublishingError) -> Stored {
        let slot = try await enter()
        defer { leave(slot) }
        let result: Result<Value, PublishingError> = await withCheckedContinuation { continuation in
            queues[slot].async { continuation.resume(returning: Result(catching: body)) }
        }
        return try await store(try result.get())
    }

    private func enter() async throws(PublishingError) -> Int {
        let slot: Int? = await withCheckedContinuation { continuation in
            // What is known at once: a slot, or that there is no room; otherwise somebody who leaves passes a slot on.
            let answer = state.withLock { state -> Int?? in
                guard let slot = state.free.popLast() else {
                    guard state.waiting.count < maximumWaiting else { return .some(nil) }
                    state.waiting.append(continuation)
                    return nil
                }
                state.most = max(state.most, queues.count - state.free.count)
                return slot
            }
            if let answer { continuation.resume(returning: answer) }
        }
        guard let slot else {
            throw PublishingError(.tooLarge, "Too many files arrive at once. Wait a moment and upload the file again.")
        }
        return slot
    }

    private func leave(_ slot: Int) {
        let next = state.withLock { state -> CheckedContinuation<Int?, Never>? in
            guard !state.waiting.isEmpty else {
                state.free.append(slot)
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume(returning: slot)
    }
}
