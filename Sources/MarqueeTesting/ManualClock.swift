import MarqueeCore
public import MarqueeWire

/// A wall clock, uptime and sleep that a test controls.
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

    /// Makes a clock that shows `now`; the default is 2026-01-01 00:00:00 UTC.
    public init(_ now: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)) {
        state = Locked(State(now: now))
    }

    /// The wall clock.
    public var now: Timestamp { state.withLock { $0.now } }

    /// The time since the clock was made; it never goes back.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// The number of tasks that sleep now. A test waits for this number before it advances the clock.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Advances wall clock and uptime, and wakes the tasks whose sleep has ended.
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

    /// Sets the wall clock, as a user can; the uptime does not change.
    public func set(_ now: Timestamp) { state.withLock { $0.now = now } }

    /// Suspends until ``uptime`` has advanced by `duration`.
    /// - Throws: `CancellationError` if the task is cancelled.
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
