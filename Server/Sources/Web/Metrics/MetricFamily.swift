/// A metric as it is announced: samples of one name that differ in their labels.
package struct MetricFamily: Sendable {
    package enum Kind: Sendable {
        /// Only grows, and begins at 0 with each start of the server. Its name ends in `_total`.
        case counter
        case gauge
        /// - Parameter bounds: the upper ends of its classes, ascending.
        case histogram(bounds: [Double])
    }

    /// Durations of answers, in seconds.
    package static let latencyBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    let name: String
    let kind: Kind
    let help: String

    /// - Parameters:
    ///   - name: with the unit at its end, as Prometheus asks (`marquee_request_seconds`).
    ///   - help: one sentence.
    package init(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }
}
