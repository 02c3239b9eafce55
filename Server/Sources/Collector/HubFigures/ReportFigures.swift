/// The numbers of one row of a report: one for each ``HubMetric``, and the readers.
public struct ReportFigures: Sendable, Hashable {
    private var amounts = [Int64](repeating: 0, count: HubMetric.allCases.count)
    /// Different users who viewed something; installs without a user count as one each.
    public var readers = 0

    /// The figures of a page nobody has seen.
    public init() {}

    /// The amount of a metric.
    public subscript(metric: HubMetric) -> Int64 {
        get { amounts[metric.rawValue] }
        set { amounts[metric.rawValue] = newValue }
    }

    /// Foreground time per view; per read while no view has arrived.
    public var averageDwell: Duration {
        let count = views > 0 ? views : reads
        return count == 0 ? .zero : .milliseconds(self[.dwell] / Int64(count))
    }

    /// The share of views read to the end, 0 to 1.
    public var completionRate: Double {
        let count = views > 0 ? views : reads
        return count == 0 ? 0 : min(1, Double(self[.completions]) / Double(count))
    }
}

extension ReportFigures {
    /// ``HubMetric/presentations``.
    public var presentations: Int { Int(self[.presentations]) }
    /// ``HubMetric/views``.
    public var views: Int { Int(self[.views]) }
    /// ``HubMetric/reads``.
    public var reads: Int { Int(self[.reads]) }
}
