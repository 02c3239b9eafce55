import CoreMetrics
import Synchronization
import Web

/// What the server counts of its requests, objects and events.
final class ServerMetrics: Sendable {
    struct RequestKey: Hashable {
        let method: String
        /// The route's pattern, never the requested path, so that the set stays bounded.
        let route: String
        let status: Int
    }

    private struct Instruments: Sendable {
        let count: Counter
        let time: CoreMetrics.Timer
    }

    private static let families = [
        MetricFamily("marquee_requests_total", .counter, "Requests by route pattern, method and status."),
        MetricFamily(
            "marquee_request_seconds", .histogram(bounds: MetricFamily.latencyBounds),
            "Time until an answer begins, by route pattern."),
        MetricFamily(
            "marquee_placement_requests_total", .counter, "Requests for placements by what was asked and the outcome."),
        MetricFamily(
            "marquee_placement_actions_lost_total", .counter,
            "What devices did with placements and reports do not know, because it could not be stored."),
        MetricFamily("marquee_objects_total", .counter, "Objects served by encoding."),
        MetricFamily("marquee_object_bytes_total", .counter, "Bytes of objects served by encoding."),
        MetricFamily("marquee_events_accepted_total", .counter, "Events on disk."),
        MetricFamily("marquee_events_rejected_total", .counter, "Events that can never be accepted."),
    ]

    let registry: MetricsRegistry
    private let accepted: Counter
    private let rejected: Counter
    private let objects: [String: Counter]
    private let objectBytes: [String: Counter]
    private let lostPlacements: Counter
    private let placements: Mutex<[[String]: Counter]>
    private let instruments = Mutex<[RequestKey: Instruments]>([:])

    init(registry: MetricsRegistry) {
        self.registry = registry
        registry.register(Self.families)
        accepted = Counter(label: "marquee_events_accepted_total", factory: registry)
        rejected = Counter(label: "marquee_events_rejected_total", factory: registry)
        lostPlacements = Counter(label: "marquee_placement_actions_lost_total", factory: registry)
        placements = Mutex([["open", "ok"]: Self.placementCounter("open", "ok", registry)])
        func byEncoding(_ name: String) -> [String: Counter] {
            let counters = ["identity", "deflate", "delta"].map { encoding in
                (encoding, Counter(label: name, dimensions: [("encoding", encoding)], factory: registry))
            }
            return Dictionary(uniqueKeysWithValues: counters)
        }
        objects = byEncoding("marquee_objects_total")
        objectBytes = byEncoding("marquee_object_bytes_total")
    }

    func recordRequest(_ key: RequestKey, nanoseconds: Int64) {
        let instruments = instruments.withLock { known in
            if let instruments = known[key] { return instruments }
            let new = Instruments(
                count: Counter(
                    label: "marquee_requests_total",
                    dimensions: [("method", key.method), ("route", key.route), ("status", String(key.status))],
                    factory: registry),
                time: CoreMetrics.Timer(
                    label: "marquee_request_seconds", dimensions: [("route", key.route)], factory: registry))
            known[key] = new
            return new
        }
        instruments.count.increment()
        instruments.time.recordNanoseconds(nanoseconds)
    }

    /// Both are from bounded sets.
    func recordPlacement(route: String, outcome: String) {
        placements.withLock { known in
            if let counter = known[[route, outcome]] { return counter }
            let counter = Self.placementCounter(route, outcome, registry)
            known[[route, outcome]] = counter
            return counter
        }.increment()
    }

    func recordLostPlacement() { lostPlacements.increment() }

    private static func placementCounter(_ route: String, _ outcome: String, _ registry: MetricsRegistry) -> Counter {
        Counter(
            label: "marquee_placement_requests_total", dimensions: [("route", route), ("outcome", outcome)],
            factory: registry)
    }

    func recordEvents(accepted: Int, rejected: Int) {
        self.accepted.increment(by: accepted)
        self.rejected.increment(by: rejected)
    }

    /// Counts an object that was sent as `identity`, `deflate` or `delta`, with the bytes it took on the wire.
    func recordObject(encoding: String, bytes: Int) {
        objects[encoding]?.increment()
        objectBytes[encoding]?.increment(by: bytes)
    }
}
