import Markup

/// One or two series over days, drawn as inline SVG.
///
/// The same figures stand in a table below it; the chart is an image with a name and a description.
struct LineChart: Sendable {
    struct Series: Sendable {
        let name: String
        /// By label; `nil` where there is nothing to tell, which leaves a gap.
        let values: [Double?]
        /// Of all days together, for the description.
        let total: String
    }

    /// Unique on its page.
    let id: String
    let title: String
    /// What the vertical axis counts.
    let axis: String
    let scale: ChartScale
    let labels: [String]
    let series: [Series]

    private static let (width, height) = (960.0, 300.0)
    private static let (left, right, top, bottom) = (72.0, 12.0, 14.0, 50.0)
    /// With more days than this their points would touch.
    private static let mostDots = 62

    /// The `<svg>` element; empty without days.
    var markup: HTML {
        guard !labels.isEmpty else { return "" }
        let ceiling = scale.ceiling(over: series.flatMap(\.values).compactMap(\.self).max() ?? 0)
        var svg: HTML = """
            <svg class="chart" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" \
            aria-labelledby="\(id)-title \(id)-text">
            <title id="\(id)-title">\(title)</title>
            <desc id="\(id)-text">\(description)</desc>

            """
        svg += grid(ceiling) + axisTitles + dayLabels
        for (index, series) in series.enumerated() { svg += line(series, number: index + 1, ceiling) }
        return svg + "</svg>"
    }

    private var description: String {
        let parts = series.map { series in
            let largest = series.values.compactMap(\.self).max().map { ", at most \(scale.text($0)) on one day" } ?? ""
            return "\(series.name): \(series.total)\(largest)"
        }
        let span = "From \(labels.first ?? "") to \(labels.last ?? "")."
        return "\(span) \(parts.joined(separator: "; ")). The table by day has every figure."
    }

    private func grid(_ ceiling: Double) -> HTML {
        (0...4).map { step -> HTML in
            let value = ceiling * Double(step) / 4
            let position = Self.coordinate(y(value, ceiling))
            return """
                <line class="axis" x1="\(Self.left)" x2="\(Self.width - Self.right)" \
                y1="\(position)" y2="\(position)"/>\
                <text x="\(Self.left - 8)" y="\(position)" dy="4" \
                text-anchor="end">\(scale.text(value))</text>

                """
        }.joined()
    }

    private var axisTitles: HTML {
        let (across, down) = ((Self.left + Self.width - Self.right) / 2, (Self.top + Self.height - Self.bottom) / 2)
        let attributes: HTML = "class=\"axis-title\" text-anchor=\"middle\""
        return """
            <text \(attributes) transform="translate(16 \(down)) rotate(-90)">\(axis)</text>
            <text \(attributes) x="\(across)" y="\(Self.height - 8)">Day (UTC)</text>

            """
    }

    private var dayLabels: HTML {
        let step = max(1, (labels.count + 7) / 8)
        return stride(from: 0, to: labels.count, by: step).map { index -> HTML in
            """
            <text x="\(Self.coordinate(x(index)))" y="\(Self.height - 30)" \
            text-anchor="middle">\(labels[index])</text>

            """
        }.joined()
    }

    private func line(_ series: Series, number: Int, _ ceiling: Double) -> HTML {
        let points = series.values.enumerated().map { index, value in
            value.map { (x: Self.coordinate(x(index)), y: Self.coordinate(y($0, ceiling))) }
        }
        let floor = Self.coordinate(y(0, ceiling))
        var svg: HTML = ""
        for run in points.split(whereSeparator: { $0 == nil }).map({ $0.compactMap(\.self) }) where run.count > 1 {
            let path = run.map { "\($0.x),\($0.y)" }.joined(separator: " ")
            if number == 1, let first = run.first, let last = run.last {
                svg += "<polygon class=\"area\" points=\"\(first.x),\(floor) \(path) \(last.x),\(floor)\"/>\n"
            }
            svg += "<polyline class=\"line series-\(number)\" points=\"\(path)\"/>\n"
        }
        return svg + dots(series, points, number: number)
    }

    /// A point for each value, which says it; where they would touch, only for those that no line leads to.
    private func dots(_ series: Series, _ points: [(x: String, y: String)?], number: Int) -> HTML {
        zip(points, series.values).enumerated().map { index, pair -> HTML in
            guard let point = pair.0, let value = pair.1 else { return "" }
            let hasNeighbour = [index - 1, index + 1].contains { points.indices.contains($0) && points[$0] != nil }
            guard points.count <= Self.mostDots || !hasNeighbour else { return "" }
            let label = "\(labels[index]): \(series.name) \(scale.text(value))"
            return """
                <circle class="dot-\(number)" cx="\(point.x)" cy="\(point.y)" r="3"><title>\(label)</title></circle>

                """
        }.joined()
    }

    private func x(_ index: Int) -> Double {
        let width = Self.width - Self.left - Self.right - 72
        return Self.left + 36 + (labels.count > 1 ? width * Double(index) / Double(labels.count - 1) : width / 2)
    }

    private func y(_ value: Double, _ ceiling: Double) -> Double {
        Self.top + (Self.height - Self.top - Self.bottom) * (1 - value / ceiling)
    }

    private static func coordinate(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
