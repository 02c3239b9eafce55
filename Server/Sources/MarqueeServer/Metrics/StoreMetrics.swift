import Foundation
import MarqueeWire
import PlatformStore
import Publishing
import Web

/// How much room the stores take and have left, and when what is signed expires.
///
/// A store that does not answer leaves its figures as they were: `/readyz` says that it is away.
struct StoreMetrics: Sendable {
    private static let families = [
        MetricFamily("marquee_data_free_bytes", .gauge, "Free bytes on the disk of the data folder."),
        MetricFamily("marquee_data_disk_bytes", .gauge, "Bytes of that disk."),
        MetricFamily("marquee_database_bytes", .gauge, "Bytes of the control plane's database."),
        MetricFamily("marquee_root_expiry_seconds", .gauge, "When an app's root expires, in Unix time."),
        MetricFamily(
            "marquee_fresh_expiry_seconds", .gauge,
            "When the document that proves a release's freshness expires, in Unix time; the server renews it."),
        MetricFamily("marquee_certificate_expiry_seconds", .gauge, "When the TLS certificate expires, in Unix time."),
    ]
    /// The most apps whose documents are exported, so that a scrape stays small.
    private static let maximumApps = 1000

    let platform: Platform
    let publisher: Publisher
    /// When the certificate expires; `nil` without one.
    let certificateEnds: @Sendable () -> Timestamp?

    func register(in registry: MetricsRegistry) {
        registry.register(Self.families) { registry in
            setRoom(in: registry)
            if let size = try? await platform.databaseSize() { registry.set("marquee_database_bytes", to: size) }
            if let ends = certificateEnds() { registry.set("marquee_certificate_expiry_seconds", to: ends.seconds) }
            for app in (try? await platform.apps.apps().prefix(Self.maximumApps)) ?? [] {
                guard let ends = try? await publisher.keys.summary(app: app.id).expires else { continue }
                registry.set("marquee_root_expiry_seconds", [("app", app.id)], to: ends.seconds)
            }
            for scope in (try? await platform.releases.scopes().prefix(Self.maximumApps)) ?? [] {
                guard let stored = try? await platform.releases.fresh(scope),
                    let fresh = try? SignedDocument(stored.bytes, expected: .fresh).read(Fresh.self, as: scope)
                else { continue }
                registry.set(
                    "marquee_fresh_expiry_seconds", [("app", scope.app), ("stream", scope.stream)],
                    to: fresh.expires.seconds)
            }
        }
    }

    private func setRoom(in registry: MetricsRegistry) {
        let keys: [FileAttributeKey: String] = [
            .systemFreeSize: "marquee_data_free_bytes", .systemSize: "marquee_data_disk_bytes",
        ]
        let found = (try? FileManager.default.attributesOfFileSystem(forPath: platform.folder.path)) ?? [:]
        for (key, name) in keys {
            if let bytes = found[key] as? NSNumber { registry.set(name, to: bytes.doubleValue) }
        }
    }
}

extension Timestamp {
    fileprivate var seconds: Double { Double(milliseconds) / 1000 }
}
