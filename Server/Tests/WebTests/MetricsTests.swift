import CoreMetrics
import Testing

@testable import Web

@Suite struct MetricsTests {
    private func registry() -> MetricsRegistry {
        let registry = MetricsRegistry()
        registry.register([
            MetricFamily("hits_total", .counter, "Hits."), MetricFamily("size_bytes", .gauge, "Size."),
            MetricFamily("wait_seconds", .histogram(bounds: [0.1, 1]), "Waits."),
        ])
        return registry
    }

    @Test func `what is counted by swift-metrics is exported with its help, type and labels`() async throws {
        let registry = registry()
        for path in ["/b", "/a", "/b"] {
            Counter(label: "hits_total", dimensions: [("route", path), ("by", "x")], factory: registry).increment(by: 2)
        }
        Meter(label: "size_bytes", factory: registry).set(1.5)
        let timer = CoreMetrics.Timer(label: "wait_seconds", factory: registry)
        for milliseconds in [50, 100, 500, 2000] { timer.recordMilliseconds(milliseconds) }
        #expect(
            try await registry.text() == """
                # HELP hits_total Hits.
                # TYPE hits_total counter
                hits_total{by="x",route="/a"} 2
                hits_total{by="x",route="/b"} 4
                # HELP size_bytes Size.
                # TYPE size_bytes gauge
                size_bytes 1.5
                # HELP wait_seconds Waits.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{le="0.1"} 2
                wait_seconds_bucket{le="1.0"} 3
                wait_seconds_bucket{le="+Inf"} 4
                wait_seconds_sum 2.65
                wait_seconds_count 4

                """)
    }

    @Test func `figures kept elsewhere are set before each export`() async throws {
        let registry = MetricsRegistry()
        registry.register([MetricFamily("rows", .gauge, "Rows.")]) { $0.set("rows", to: 7) }
        #expect(try await registry.text().hasSuffix("rows 7\n"))
    }

    @Test func `a label cannot end its line`() async throws {
        let registry = registry()
        Counter(label: "hits_total", dimensions: [("route", "a\"b\\c\nd")], factory: registry).increment()
        #expect(try await registry.text().hasSuffix("hits_total{route=\"a\\\"b\\\\c\\nd\"} 1\n"))
    }

    @Test func `counting at the same time loses nothing`() async throws {
        let registry = registry()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 { Counter(label: "hits_total", factory: registry).increment() }
                }
            }
        }
        #expect(try await registry.text().hasSuffix("hits_total 8000\n"))
    }
}
