/// Counts of values in fixed, growing classes: what a Prometheus histogram is made of.
struct Histogram: Sendable {
    /// Upper bounds of the classes; the last class has none.
    let bounds: [Double]
    private(set) var counts: [Int]
    private(set) var sum = 0.0

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    mutating func record(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }
}
