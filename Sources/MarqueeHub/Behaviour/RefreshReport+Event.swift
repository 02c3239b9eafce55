import MarqueeCore
import MarqueeWire

extension RefreshReport {
    /// The properties of the event ``MarqueeWire/EventName/refreshEnded``.
    var properties: [String: Event.Value] {
        var properties: [String: Event.Value] = [
            "outcome": .text(result.name), "bytes": .integer(Int64(bytes)),
            "duration_ms": .integer(max(0, duration.milliseconds)),
        ]
        properties["release"] = release.map { .integer(Int64($0)) }
        if case .failed(let code) = result { properties["reason"] = .text(code.rawValue) }
        return properties
    }
}

extension RefreshReport.Result {
    /// The name by which metrics group results. It must not change.
    fileprivate var name: String {
        switch self {
        case .updated: "updated"
        case .unchanged: "unchanged"
        case .cancelled: "cancelled"
        case .failed: "failed"
        }
    }
}
