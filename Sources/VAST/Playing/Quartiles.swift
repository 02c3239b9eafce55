/// Which quarters of an ad were reached, each told once and in order.
struct Quartiles: Sendable, Hashable {
    private static let names: [TrackingEvent.Name] = [.firstQuartile, .midpoint, .thirdQuartile, .complete]
    private var reached = 0

    /// Whether the last one, `complete`, was told.
    var isComplete: Bool { reached == Self.names.count }

    /// The events that a playhead reaches for the first time; none without a duration above 0.
    mutating func reach(_ time: Duration, of duration: Duration?) -> [TrackingEvent.Name] {
        guard let duration, duration > .zero else { return [] }
        let (time, whole) = (time.bounded, duration.bounded)
        let before = reached
        while reached < Self.names.count, time * 4 >= whole * (reached + 1) { reached += 1 }
        return Array(Self.names[before..<reached])
    }

    /// The events left at the natural end, whatever the duration.
    mutating func finish() -> [TrackingEvent.Name] {
        defer { reached = Self.names.count }
        return Array(Self.names[reached...])
    }
}
