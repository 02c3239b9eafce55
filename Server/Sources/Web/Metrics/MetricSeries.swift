import CoreMetrics
import Synchronization

/// The figure of one metric with one set of labels.
final class MetricSeries: Sendable {
    enum Content: Sendable {
        case value(Double)
        case histogram(Histogram)
    }

    private let state: Mutex<Content>

    init(_ kind: MetricFamily.Kind) {
        let content: Content =
            switch kind {
            case .counter, .gauge: .value(0)
            case .histogram(let bounds): .histogram(Histogram(bounds: bounds))
            }
        state = Mutex(content)
    }

    var content: Content { state.withLock { $0 } }

    /// Sets a value; a histogram counts it.
    func set(_ value: Double) { change { _ in value } }

    func add(_ amount: Double) { change { $0 + amount } }

    private func change(_ next: (Double) -> Double) {
        state.withLock { content in
            switch content {
            case .value(let value): content = .value(next(value))
            case .histogram(var histogram):
                histogram.record(next(0))
                content = .histogram(histogram)
            }
        }
    }
}

extension MetricSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func reset() { set(0.0) }
    func set(_ value: Int64) { set(Double(value)) }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func recordNanoseconds(_ duration: Int64) { set(Double(duration) / 1e9) }
}
