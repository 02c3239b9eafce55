/// Writes the Prometheus text format, version 0.0.4: help and type of each family once, then its samples.
struct PrometheusText {
    private(set) var text = ""

    mutating func family(_ name: String, _ kind: MetricFamily.Kind, _ help: String?) {
        let type =
            switch kind {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        if let help { text += "# HELP \(name) \(help)\n" }
        text += "# TYPE \(name) \(type)\n"
    }

    mutating func sample(_ name: String, _ labels: [(String, String)], _ content: MetricSeries.Content) {
        switch content {
        case .value(let value): line(name, labels, value)
        case .histogram(let histogram):
            var cumulated = 0
            for (index, count) in histogram.counts.enumerated() {
                cumulated += count
                let bound = index < histogram.bounds.count ? String(histogram.bounds[index]) : "+Inf"
                line("\(name)_bucket", labels + [("le", bound)], Double(cumulated))
            }
            line("\(name)_sum", labels, histogram.sum)
            line("\(name)_count", labels, Double(cumulated))
        }
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        let number = value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
        text += list.isEmpty ? "\(name) \(number)\n" : "\(name){\(list)} \(number)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
