/// The quartiles of an ad that were reached, each reported once and in order.
struct Quartiles: Sendable, Hashable {
    private static let names: [TrackingEvent.Name] = [.firstQuartile, .midpoint, .thirdQuartile, .complete]
    private var reached = 0

    /// Whether the last one, `complete`, was reported.
    var isComplete: Bool { reached == Self.names.count }

    /// The events that the playhead reaches for the first time; none without a duration above 0.
    mutating func reach(_ time: Duration, of duration: Duration?) -> ArraySlice<TrackingEvent.Name> {
        guard !isComplete, let duration, duration > .zero else { return [] }
        let (time, whole) = (time.bounded, duration.bounded)
        let before = reached
        while reached < Self.names.count, time * 4 >= whole * (reached + 1) { reached += 1 }
        return Self.names[before..<reached]
    }

    /// The moment of a quartile, from the first frame.
    static func moment(of name: TrackingEvent.Name, in duration: Duration?) -> Duration {
        let quarters = names.firstIndex(of: name).map { $0 + 1 } ?? 0
        return (duration ?? .zero).bounded * quarters / names.count
    }

    /// The events that remain at the natural end. Without a known duration the quartiles are unknown, so only
    /// `complete` is reported.
    mutating func finish(of duration: Duration?) -> ArraySlice<TrackingEvent.Name> {
        defer { reached = Self.names.count }
        let isKnown = duration.map { $0 > .zero } ?? false
        return Self.names[(isKnown ? reached : max(reached, Self.names.count - 1))...]
    }
}
