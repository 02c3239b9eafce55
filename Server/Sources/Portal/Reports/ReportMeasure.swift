import Collector

/// What the report's chart shows over the days.
enum ReportMeasure: String, Sendable, CaseIterable {
    case views
    case dwell
    case completion

    /// As the switch and the chart call it.
    var name: String {
        switch self {
        case .views: "Views and readers"
        case .dwell: "Average reading time"
        case .completion: "Read to the end"
        }
    }

    /// What tells the chart's lines apart.
    var legend: String {
        switch self {
        case .views: "Views (solid) and readers (dashed) by day"
        case .dwell: "Average time a page was looked at, by day; days without views are left out"
        case .completion: "Share of views that came to the end, by day; days without views are left out"
        }
    }

    /// The chart of consecutive days; a day without figures counts as zero.
    func chart(_ days: [Day], _ figures: [Day: ReportFigures], totals: ReportFigures) -> LineChart {
        LineChart(
            id: rawValue, title: "\(name) by day", axis: axis, scale: scale, labels: days.map(\.description),
            series: series.map { name, value, addition in
                .init(
                    name: name, values: days.map { value(figures[$0] ?? ReportFigures()) },
                    total: "\(value(totals).map(scale.text) ?? "none") \(addition)")
            })
    }

    private typealias Series = (name: String, value: @Sendable (ReportFigures) -> Double?, addition: String)

    private var series: [Series] {
        switch self {
        case .views: [("Views", { Double($0.views) }, "in all"), ("Readers", { Double($0.readers) }, "in all")]
        case .dwell: [(name, Self.dwell, "over all")]
        case .completion: [(name, Self.completion, "over all")]
        }
    }

    private var axis: String {
        switch self {
        case .views: "Views, readers"
        case .dwell: "Minutes : seconds"
        case .completion: "Share of views"
        }
    }

    private var scale: ChartScale {
        switch self {
        case .views: .count
        case .dwell: .seconds
        case .completion: .percent
        }
    }

    /// In seconds; `nil` before somebody has left a page.
    private static func dwell(_ figures: ReportFigures) -> Double? {
        figures.reads == 0 ? nil : Double(figures.averageDwell.components.seconds)
    }

    /// In percent; `nil` before somebody has left a page.
    private static func completion(_ figures: ReportFigures) -> Double? {
        figures.reads == 0 ? nil : figures.completionRate * 100
    }

    /// `+20 %`, or empty when there is nothing to compare with.
    static func changeText(_ now: Int, _ before: Int) -> String {
        guard before > 0 else { return "" }
        let percent = Int((Double(now - before) / Double(before) * 100).rounded())
        return percent == 0 ? "no change" : percent > 0 ? "+\(percent) %" : "−\(-percent) %"
    }

    /// The reading time of a table's row.
    static func dwellText(_ figures: ReportFigures) -> String { dwell(figures).map(ChartScale.seconds.text) ?? "–" }

    /// The share read to the end of a table's row.
    static func completionText(_ figures: ReportFigures) -> String {
        completion(figures).map(ChartScale.percent.text) ?? "–"
    }
}
