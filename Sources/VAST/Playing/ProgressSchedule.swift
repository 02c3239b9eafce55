/// The moments of progress in their order, each told once; a tick costs no more than a look at the next one.
struct ProgressSchedule: Sendable, Hashable {
    private let moments: [Duration]
    private let indices: [Int]
    private var next = 0

    /// Nothing to tell before an ad starts.
    init() {
        (moments, indices) = ([], [])
    }

    /// Events of other names, and offsets that are ignored, are left out.
    init(_ events: [TrackingEvent], duration: Duration?) {
        let due = events.enumerated().compactMap { index, event -> (moment: Duration, index: Int)? in
            guard event.name == .progress || event.name == .timeSpentViewing else { return nil }
            return event.offset?.time(in: duration).map { ($0, index) }
        }.sorted { $0 < $1 }
        moments = due.map(\.moment)
        indices = due.map(\.index)
    }

    /// The events that a playhead reaches for the first time, by their place in the list.
    mutating func reach(_ time: Duration) -> ArraySlice<Int> {
        let first = next
        while next < moments.count, moments[next] <= time { next += 1 }
        return indices[first..<next]
    }
}
