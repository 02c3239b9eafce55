/// Counts of durations in fixed, growing classes: what a Prometheus histogram is made of.
struct LatencyHistogram: Sendable {
    /// Upper bounds of the classes, in seconds; the last class has none.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    private(set) var counts = [Int](repeating: 0, count: LatencyHistogram.bounds.count + 1)
    /// In seconds.
    private(set) var sum = 0.0

    var count: Int { counts.reduce(0, +) }

    mutating func record(seconds: Double) {
        let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        counts[index] += 1
        sum += seconds
    }
}
