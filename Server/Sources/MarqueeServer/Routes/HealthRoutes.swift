import Collector
import Hummingbird
import PlatformStore
import Web

/// Routes for monitoring: `/healthz` (the process answers), `/readyz` (it can do its work), `/metrics` (Prometheus).
///
/// The first is public. The others cost work and are confidential, so they have a port of their own.
struct HealthRoutes: Sendable {
    let platform: Platform
    let collector: Collector
    let metrics: MetricsRegistry
    let readiness: ServerReadiness

    static func addLiveness<Context: RequestContext>(to router: Router<Context>) {
        router.get("healthz") { _, _ in Response.text("ok\n") }
    }

    func add<Context: RequestContext>(to router: Router<Context>) {
        Self.addLiveness(to: router)
        router.get("readyz") { _, _ in await ready() }
        router.get("metrics") { _, _ in Response.text(try await metrics.text(), type: MetricsRegistry.contentType) }
    }

    private func ready() async -> Response {
        do {
            try readiness.check()
            _ = try await platform.releases.scopes()
            _ = try await collector.folding.statistics()
            return Response.text("ready\n")
        } catch {
            let obstacle = error as? ServerReadiness.Obstacle ?? .stores
            return Response.text("not ready: \(obstacle.rawValue)\n", status: .serviceUnavailable)
        }
    }
}
