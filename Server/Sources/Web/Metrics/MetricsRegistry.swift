package import CoreMetrics
import Synchronization

/// What the server counts about itself, for Prometheus: a backend of swift-metrics.
///
/// A capability registers its families once and counts with `Counter`, `Meter`, `Recorder` and `Timer` made with this
/// factory. Everything that is counted is exported. Figures are in memory: every process reports its own.
///
/// ```swift
/// registry.register([MetricFamily("marquee_objects_total", .counter, "Objects served by encoding.")])
/// Counter(label: "marquee_objects_total", dimensions: [("encoding", "delta")], factory: registry).increment()
/// ```
///
/// Labels come from the program, never from a request, so that their number stays bounded.
package final class MetricsRegistry: Sendable {
    /// Sets figures that are kept elsewhere, such as the size of a file.
    package typealias Refresh = @Sendable (MetricsRegistry) async throws -> Void

    private struct State {
        var families: [String: MetricFamily] = [:]
        var series: [String: [[Label]: MetricSeries]] = [:]
        var refreshes: [Refresh] = []
    }

    private struct Label: Hashable, Comparable {
        let name: String
        let value: String

        static func < (left: Label, right: Label) -> Bool { (left.name, left.value) < (right.name, right.value) }
    }

    /// The media type of ``text()``.
    package static let contentType = "text/plain; version=0.0.4"

    private let state = Mutex(State())

    package init() {}

    /// - Parameters:
    ///   - families: what is counted under which name; families without labels are exported as 0 from the start.
    ///   - refresh: called before each export.
    package func register(_ families: [MetricFamily], refresh: Refresh? = nil) {
        state.withLock { state in
            for family in families { state.families[family.name] = family }
            if let refresh { state.refreshes.append(refresh) }
        }
    }

    /// Sets a figure that is kept elsewhere.
    package func set(_ name: String, _ labels: [(String, String)] = [], to value: Double) {
        series(name, labels).set(value)
    }

    package func set(_ name: String, to value: Int) { set(name, to: Double(value)) }

    /// All figures in the Prometheus text format.
    package func text() async throws -> String {
        for refresh in state.withLock({ $0.refreshes }) { try await refresh(self) }
        let (families, series) = state.withLock { ($0.families, $0.series) }
        var text = PrometheusText()
        for (name, members) in series.sorted(by: { $0.key < $1.key }) {
            text.family(name, families[name]?.kind ?? .gauge, families[name]?.help)
            for (labels, member) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                text.sample(name, labels.map { ($0.name, $0.value) }, member.content)
            }
        }
        return text.text
    }

    fileprivate func series(_ name: String, _ labels: [(String, String)]) -> MetricSeries {
        let key = labels.map(Label.init).sorted()
        return state.withLock { state in
            if let known = state.series[name]?[key] { return known }
            let new = MetricSeries(state.families[name]?.kind ?? .gauge)
            state.series[name, default: [:]][key] = new
            return new
        }
    }
}

extension MetricsRegistry: MetricsFactory {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions)
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}
