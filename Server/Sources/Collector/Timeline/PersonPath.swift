public import MarqueeWire

/// A visit of a person: events one after the other, without a long pause.
public struct PersonPath: Sendable, Hashable {
    /// An event that happened once, or several times in a row.
    public struct Step: Sendable, Hashable {
        /// The event's name.
        public let event: String
        /// When it happened first.
        public let time: Timestamp
        /// How often it happened in a row.
        public var times: Int
    }

    /// In the order of time.
    public let steps: [Step]

    /// The visits of events in any order, in the order of time.
    static func paths(of events: [EventRecord], pause: Duration) -> [PersonPath] {
        var paths: [[Step]] = []
        var latest: Timestamp?
        for event in events.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
            defer { latest = event.time }
            let step = Step(event: event.name, time: event.time, times: 1)
            guard let time = latest, event.time - time < pause, var path = paths.popLast() else {
                paths.append([step])
                continue
            }
            if path[path.count - 1].event == step.event {
                path[path.count - 1].times += 1
            } else {
                path.append(step)
            }
            paths.append(path)
        }
        return paths.map { PersonPath(steps: $0) }
    }
}
