import MarqueeCore
import MarqueeWire
import Foundation
import Synchronization

/// A phone's clock, which the lab can set forward. The wall clock and the time since start move together, as on a phone
/// that was not used for some time, and waits of that time are over.
final class DeviceClock: Sendable {
    private struct State {
        var offset = Duration.zero
        var naps: [Int: Task<Void, any Error>] = [:]
        var lastNap = 0
    }

    private let state = Mutex(State())

    var ahead: Duration { state.withLock { $0.offset } }
    var now: Timestamp { Timestamp(Date()) + ahead }
    var uptime: Duration { Environment.systemUptime() + ahead }

    func forward(by duration: Duration) {
        let naps = state.withLock { state in
            state.offset += duration
            return state.naps.values
        }
        for nap in naps { nap.cancel() }
    }

    /// Returns when this time has passed on the phone's clock.
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(_ duration: Duration) async throws {
        let end = uptime + duration
        while let (number, nap) = nap(until: end) {
            await withTaskCancellationHandler {
                _ = await nap.result
            } onCancel: {
                nap.cancel()
            }
            state.withLock { _ = $0.naps.removeValue(forKey: number) }
            try Task.checkCancellation()
        }
        try Task.checkCancellation()
    }

    /// A sleep that ``forward(by:)`` ends; `nil` when the time has passed.
    private func nap(until end: Duration) -> (Int, Task<Void, any Error>)? {
        state.withLock { state in
            let left = end - Environment.systemUptime() - state.offset
            guard left > .zero else { return nil }
            let nap = Task { try await Task.sleep(for: left) }
            state.lastNap += 1
            state.naps[state.lastNap] = nap
            return (state.lastNap, nap)
        }
    }
}
