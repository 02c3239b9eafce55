import Collector
import Foundation
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore

/// What watches the server: `/healthz` (the process answers), `/readyz` (it can do its work), `/metrics` (Prometheus).
///
/// The first is for everybody; the others cost something, and say things that are not everybody's.
struct HealthRoutes: Sendable {
    let platform: Platform
    let collector: Collector
    let metrics: ServerMetrics
    let readiness: ServerReadiness
    let peers: PeerConnections?

    static func addLiveness<Context: RequestContext>(to router: Router<Context>) {
        router.get("healthz") { _, _ in text("ok\n") }
    }

    func add<Context: RequestContext>(to router: Router<Context>) {
        Self.addLiveness(to: router)
        router.get("readyz") { _, _ in await ready() }
        router.get("metrics") { _, _ in try await figures() }
    }

    private func ready() async -> Response {
        do {
            try readiness.check()
            _ = try await platform.releases.scopes()
            _ = try await collector.folding.statistics()
            return Self.text("ready\n")
        } catch {
            let obstacle = error as? ServerReadiness.Obstacle ?? .stores
            return Self.text("not ready: \(obstacle.rawValue)\n", status: .serviceUnavailable)
        }
    }

    private func figures() async throws -> Response {
        let (state, intake, fold) = (
            metrics.snapshot(), collector.intake.statistics, try await collector.folding.statistics()
        )
        var text = PrometheusText()
        text.family("marquee_requests_total", "counter", "Requests by route pattern, method and status.")
        for key in state.requests.keys.sorted() {
            text.sample(
                "marquee_requests_total", ["method": key.method, "route": key.route, "status": String(key.status)],
                Double(state.requests[key] ?? 0))
        }
        text.family("marquee_request_seconds", "histogram", "Time until an answer begins, by route pattern.")
        for (route, histogram) in state.latency.sorted(by: { $0.key < $1.key }) {
            text.histogram("marquee_request_seconds", label: "route", route, histogram)
        }
        text.family("marquee_objects_total", "counter", "Objects served by encoding.")
        for (encoding, count) in state.objectsByEncoding.sorted(by: { $0.key < $1.key }) {
            text.sample("marquee_objects_total", ["encoding": encoding], Double(count))
        }
        let counters: [(String, String, Int)] = [
            ("marquee_events_accepted_total", "Events on disk.", state.eventsAccepted),
            ("marquee_events_rejected_total", "Events that can never be accepted.", state.eventsRejected),
            (
                "marquee_batches_refused_total", "Batches refused because the spool was full or overloaded.",
                intake.refused
            ),
            (
                "marquee_batches_throttled_total", "Batches refused because their sender sends too much.",
                intake.throttled
            ),
            (
                "marquee_connections_refused_total", "Connections closed because their address had too many.",
                peers?.refused ?? 0
            ),
            ("marquee_spool_commits_total", "Commits of the spool; each may hold many batches.", intake.commits),
            ("marquee_events_folded_total", "Events in the warehouse since the start.", fold.events),
            ("marquee_events_duplicate_total", "Events that had been folded before.", fold.duplicates),
            ("marquee_events_dead_letters_total", "Spooled events that could not be folded.", fold.deadLetters),
        ]
        for (name, help, value) in counters {
            text.family(name, "counter", help)
            text.sample(name, [:], Double(value))
        }
        var gauges: [(String, String, Double)] = [
            (
                "marquee_oldest_unfolded_seconds", "Age of the oldest event that is not in the reports yet.",
                Double(fold.oldestUnfoldedAge?.milliseconds ?? 0) / 1000
            ),
            ("marquee_warehouse_bytes", "Bytes of the warehouse in use.", Double(fold.warehouse.bytes)),
            ("marquee_warehouse_file_bytes", "Bytes of the warehouse's file.", Double(fold.warehouse.fileBytes)),
        ]
        if let quota = fold.warehouse.quota {
            gauges.append(("marquee_warehouse_quota_bytes", "The most bytes in use.", Double(quota)))
        }
        for (name, help, value) in gauges {
            text.family(name, "gauge", help)
            text.sample(name, [:], value)
        }
        return Self.text(text.text, type: "text/plain; version=0.0.4")
    }

    private static func text(
        _ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
