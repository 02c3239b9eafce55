import Synchronization

/// What the server counts about itself, in memory: every process reports its own figures, as Prometheus expects.
final class ServerMetrics: Sendable {
    struct RequestKey: Hashable, Comparable {
        let method: String
        /// The route's pattern, never the path that was asked for: the set stays bounded.
        let route: String
        let status: Int

        static func < (left: RequestKey, right: RequestKey) -> Bool {
            (left.route, left.method, left.status) < (right.route, right.method, right.status)
        }
    }

    struct State {
        var requests: [RequestKey: Int] = [:]
        var latency: [String: LatencyHistogram] = [:]
        var eventsAccepted = 0
        var eventsRejected = 0
        var objectsByEncoding: [String: Int] = [:]
        var bytesByEncoding: [String: Int] = [:]
    }

    private let state = Mutex(State())

    func recordRequest(_ key: RequestKey, seconds: Double) {
        state.withLock { state in
            state.requests[key, default: 0] += 1
            state.latency[key.route, default: LatencyHistogram()].record(seconds: seconds)
        }
    }

    func recordEvents(accepted: Int, rejected: Int) {
        state.withLock { state in
            state.eventsAccepted += accepted
            state.eventsRejected += rejected
        }
    }

    /// Counts an object that was sent as `identity`, `deflate` or `delta`, with the bytes it took on the wire.
    func recordObject(encoding: String, bytes: Int) {
        state.withLock { state in
            state.objectsByEncoding[encoding, default: 0] += 1
            state.bytesByEncoding[encoding, default: 0] += bytes
        }
    }

    func snapshot() -> State { state.withLock { $0 } }
}
