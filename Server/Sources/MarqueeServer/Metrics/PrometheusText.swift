/// Writes the Prometheus text format, version 0.0.4: help and type of each family once, then its samples.
struct PrometheusText {
    private(set) var text = ""

    mutating func family(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    mutating func sample(_ name: String, _ labels: KeyValuePairs<String, String> = [:], _ value: Double) {
        let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        let number = value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
        text += list.isEmpty ? "\(name) \(number)\n" : "\(name){\(list)} \(number)\n"
    }

    mutating func histogram(_ name: String, label: String, _ value: String, _ histogram: LatencyHistogram) {
        var cumulated = 0
        for (index, count) in histogram.counts.enumerated() {
            cumulated += count
            let bound = index < LatencyHistogram.bounds.count ? String(LatencyHistogram.bounds[index]) : "+Inf"
            sample("\(name)_bucket", [label: value, "le": bound], Double(cumulated))
        }
        sample("\(name)_sum", [label: value], histogram.sum)
        sample("\(name)_count", [label: value], Double(cumulated))
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
