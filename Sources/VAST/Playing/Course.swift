/// How far an ad has played, and what comes when.
struct Course: Sendable, Hashable {
    private(set) var playhead = Duration.zero
    /// `nil` while nobody knows it; 0 counts as unknown.
    private(set) var duration: Duration?
    private(set) var quartiles = Quartiles()
    private(set) var skipRule: SkipRule
    private var progress = ProgressSchedule()

    init(_ linear: Linear?) {
        duration = Self.known(linear?.duration)
        skipRule = SkipRule(offset: linear?.skipOffset)
    }

    /// Of an overlay: no duration, no skipping.
    init() {
        self.init(nil)
    }

    /// What the viewer has left to watch, never negative.
    var remaining: Duration? { duration.map { max(.zero, $0 - playhead) } }

    /// How long until skipping is possible; `nil` for never.
    var skipRemaining: Duration? { skipRule.remaining(at: playhead, of: duration) }

    /// - Parameters:
    ///   - fileDuration: goes before the document's when it is above 0.
    ///   - events: those whose name is `progress` get their moments.
    mutating func begin(_ fileDuration: Duration?, _ events: [TrackingEvent]) {
        duration = Self.known(fileDuration) ?? duration
        progress = ProgressSchedule(events, duration: duration)
    }

    mutating func move(to time: Duration) { playhead = max(.zero, time.bounded) }

    /// The natural end: nothing is left to watch.
    mutating func moveToEnd() { playhead = max(playhead, duration ?? playhead) }

    /// The progress events reached for the first time, by their place in the list.
    mutating func reachProgress() -> ArraySlice<Int> { progress.reach(playhead) }

    mutating func reachQuartiles() -> ArraySlice<TrackingEvent.Name> { quartiles.reach(playhead, of: duration) }

    mutating func finishQuartiles() -> ArraySlice<TrackingEvent.Name> { quartiles.finish(of: duration) }

    /// - Returns: whether skipping has just become possible. At 100 % there is nothing left to skip.
    mutating func reachSkip() -> Bool { !quartiles.isComplete && skipRule.reach(playhead, of: duration) }

    /// Whether the viewer may skip now.
    var canSkip: Bool { skipRule.isOpen && !quartiles.isComplete }

    private static func known(_ duration: Duration?) -> Duration? {
        duration.flatMap { $0 > .zero ? $0.bounded : nil }
    }
}
