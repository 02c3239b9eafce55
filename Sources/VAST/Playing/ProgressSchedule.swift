/// The moments of progress in order, each reported once. A tick only checks the next moment.
struct ProgressSchedule: Sendable, Hashable {
    private let moments: [Duration]
    private let indices: [Int]
    private var next = 0

    /// An empty schedule, before the ad starts.
    init() {
        (moments, indices) = ([], [])
    }

    /// Events with other names and ignored offsets are left out.
    init(_ events: [TrackingEvent], duration: Duration?) {
        let due = events.enumerated().compactMap { index, event -> (moment: Duration, index: Int)? in
            guard event.name == .progress || event.name == .timeSpentViewing else { return nil }
            return event.offset?.time(in: duration).map { ($0, index) }
        }.sorted { $0 < $1 }
        moments = due.map(\.moment)
        indices = due.map(\.index)
    }

    /// The events that the playhead reaches for the first time, by their index in the list.
    mutating func reach(_ time: Duration) -> ArraySlice<Int> {
        let first = next
        while next < moments.count, moments[next] <= time { next += 1 }
        return indices[first..<next]
    }
}
