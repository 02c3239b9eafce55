/// What a chart's vertical axis counts in: how it is divided, and how its values are written.
enum ChartScale: Sendable {
    case count
    /// Of time, written as minutes and seconds.
    case seconds
    /// 0 to 100, whatever the largest value.
    case percent

    /// The end of the axis: not below `largest`, and four steps of a round number above nothing.
    func ceiling(over largest: Double) -> Double {
        switch self {
        case .percent: 100
        case .seconds: Self.spans.first { largest <= $0 } ?? Self.round(largest)
        case .count: Self.round(largest)
        }
    }

    func text(_ value: Double) -> String {
        switch self {
        case .count: value == value.rounded() ? String(Int(value)) : String((value * 10).rounded() / 10)
        case .seconds: Self.minutes(Int(value.rounded()))
        case .percent: "\(Int(value.rounded())) %"
        }
    }

    private static let spans: [Double] = [4, 20, 40, 60, 120, 240, 480, 1200, 2400, 3600, 7200, 14_400]

    private static func minutes(_ seconds: Int) -> String {
        "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// The least of 4, 8, 20, 40, 80, 200, … that is not below the largest value.
    private static func round(_ largest: Double) -> Double {
        var unit = 1.0
        while unit < 1e12 {
            for factor in [4.0, 8, 20] where largest <= factor * unit { return factor * unit }
            unit *= 10
        }
        return largest
    }
}
