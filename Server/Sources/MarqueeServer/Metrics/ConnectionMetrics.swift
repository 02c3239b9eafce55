import Web

/// What the server counts of its connections and of the memory that request bodies take.
enum ConnectionMetrics {
    static func register(_ peers: PeerConnections?, _ bodies: BodyMemory, in registry: MetricsRegistry) {
        registry.register([
            MetricFamily(
                "marquee_connections_refused_total", .counter, "Connections closed because their address had too many."),
            MetricFamily("marquee_body_bytes", .gauge, "Bytes of request bodies in memory."),
        ]) { registry in
            registry.set("marquee_connections_refused_total", to: peers?.refused ?? 0)
            registry.set("marquee_body_bytes", to: bodies.bytes)
        }
    }
}
