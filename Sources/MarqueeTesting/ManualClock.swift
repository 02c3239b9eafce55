import MarqueeCore
public import MarqueeWire

/// Wall clock, uptime and sleep that move only when a test says so.
public final class ManualClock: Sendable {
    private struct Sleeper {
        let wakes: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        var uptime = Duration.zero
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Locked<State>

    /// Begins at `now`, which is the first moment of 2026 unless it is given.
    public init(_ now: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)) {
        state = Locked(State(now: now))
    }

    /// The wall clock.
    public var now: Timestamp { state.withLock { $0.now } }

    /// Time since the clock was made; never runs backwards.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// How many tasks sleep at this moment: a test waits for it before it advances.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Lets time pass, on both clocks, and wakes who slept long enough.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            state.uptime += duration
            let due = state.sleepers.filter { $0.value.wakes <= state.uptime }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Sets the wall clock, as a user does: uptime does not move.
    public func set(_ now: Timestamp) { state.withLock { $0.now = now } }

    /// Suspends until ``uptime`` has advanced by `duration`.
    /// - Throws: `CancellationError`.
    public func sleep(_ duration: Duration) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return true }
                    state.sleepers[number] = Sleeper(wakes: state.uptime + duration, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
