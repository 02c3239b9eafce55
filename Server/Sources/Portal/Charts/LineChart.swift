/// One or two series over days, drawn as inline SVG.
///
/// The same figures stand in a table below it; the chart is an image with a name and a description.
struct LineChart: Sendable {
    struct Series: Sendable {
        let name: String
        let values: [Double]
    }

    /// Unique on its page.
    let id: String
    let title: String
    let labels: [String]
    let series: [Series]

    private static let width = 960.0
    private static let height = 280.0
    private static let (left, right, top, bottom) = (52.0, 12.0, 14.0, 30.0)

    /// The `<svg>` element; empty without figures.
    var markup: String {
        guard labels.count > 0, series.contains(where: { !$0.values.isEmpty }) else { return "" }
        let ceiling = Self.ceiling(series.flatMap(\.values).max() ?? 0)
        var svg = """
            <svg class="chart" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" aria-labelledby="\(id)-title \(id)-text">
            <title id="\(id)-title">\(MarkupText.escaped(title))</title>
            <desc id="\(id)-text">\(MarkupText.escaped(description))</desc>

            """
        svg += grid(ceiling) + dayLabels()
        for (index, series) in series.enumerated() { svg += line(series, number: index + 1, ceiling) }
        return svg + "</svg>"
    }

    private var description: String {
        let parts = series.map { series in
            "\(series.name): \(Int(series.values.reduce(0, +).rounded())) in all, at most \(Int((series.values.max() ?? 0).rounded())) on one day"
        }
        return
            "From \(labels.first ?? "") to \(labels.last ?? ""). \(parts.joined(separator: "; ")). The table below has every figure."
    }

    private func grid(_ ceiling: Double) -> String {
        (0...4).map { step in
            let value = ceiling * Double(step) / 4
            let position = y(value, ceiling)
            return """
                <line class="axis" x1="\(Self.left)" x2="\(Self.width - Self.right)" y1="\(position)" y2="\(position)"/>\
                <text x="\(Self.left - 8)" y="\(position + 4)" text-anchor="end">\(Self.number(value))</text>

                """
        }.joined()
    }

    private func dayLabels() -> String {
        let step = max(1, (labels.count + 7) / 8)
        return stride(from: 0, to: labels.count, by: step).map { index in
            """
            <text x="\(x(index))" y="\(Self.height - 8)" text-anchor="middle">\(MarkupText.escaped(labels[index]))</text>

            """
        }.joined()
    }

    private func line(_ series: Series, number: Int, _ ceiling: Double) -> String {
        let points = series.values.enumerated().map { "\(Self.number(x($0)))," + Self.number(y($1, ceiling)) }
        guard let last = series.values.indices.last else { return "" }
        var svg = ""
        if number == 1 {
            let floor = Self.number(y(0, ceiling))
            svg +=
                "<polygon class=\"area\" points=\"\(Self.number(x(0))),\(floor) \(points.joined(separator: " ")) \(Self.number(x(last))),\(floor)\"/>\n"
        }
        svg += "<polyline class=\"line series-\(number)\" points=\"\(points.joined(separator: " "))\"/>\n"
        for (index, value) in series.values.enumerated() where series.values.count <= 62 {
            let label = "\(labels[index]): \(Self.number(value)) \(series.name)"
            svg +=
                "<circle class=\"dot-\(number)\" cx=\"\(Self.number(x(index)))\" cy=\"\(Self.number(y(value, ceiling)))\" r=\"3\">"
            svg += "<title>\(MarkupText.escaped(label))</title></circle>\n"
        }
        return svg
    }

    private func x(_ index: Int) -> Double {
        let width = Self.width - Self.left - Self.right - 24
        return Self.left + 12 + (labels.count > 1 ? width * Double(index) / Double(labels.count - 1) : width / 2)
    }

    private func y(_ value: Double, _ ceiling: Double) -> Double {
        Self.top + (Self.height - Self.top - Self.bottom) * (1 - value / ceiling)
    }

    /// The least of 4, 8, 20, 40, 80, 200, … that is not below the largest value: four steps of a round number.
    private static func ceiling(_ largest: Double) -> Double {
        var unit = 1.0
        while unit < 1e12 {
            for factor in [4.0, 8, 20] where largest <= factor * unit { return factor * unit }
            unit *= 10
        }
        return max(largest, 4)
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String((value * 10).rounded() / 10)
    }
}
