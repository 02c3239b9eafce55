import MarqueeWire
import Synchronization

/// The times that were given to events without one, for an hour or two: an event that arrives again in that time keeps
/// its id.
///
/// After a restart of the server, an event that arrives again keeps its id within the same hour of the clock.
final class UntimedEvents: Sendable {
    private static let hour: Int64 = 3_600_000
    /// The most events of an hour that are remembered.
    private static let capacity = 50_000

    private struct State {
        var hour: Int64 = .min
        var times: [ObjectHash: Int64] = [:]
        var earlier: [ObjectHash: Int64] = [:]
    }

    private let state = Mutex(State())

    /// The start of the hour in which the event was first seen.
    func time(of content: ObjectHash, now: Timestamp) -> Timestamp {
        let hour = now.milliseconds / Self.hour
        let time = state.withLock { state in
            if state.hour != hour || state.times.count >= Self.capacity {
                state.earlier = state.hour >= hour - 1 ? state.times : [:]
                (state.hour, state.times) = (hour, [:])
            }
            let time = state.times[content] ?? state.earlier[content] ?? hour * Self.hour
            state.times[content] = time
            return time
        }
        return Timestamp(milliseconds: time)
    }
}
