/// How far an ad has played, and which moments it has reached.
///
/// Moments count when playing reaches them without a gap from the first frame. A seek forward moves the playhead out of
/// that part. After it nothing is reached until playing starts again within the part.
struct PlaybackProgress: Sendable, Hashable {
    private(set) var playhead = Duration.zero
    /// The end of the part that was played from the first frame without a gap.
    private var reached = Duration.zero
    /// `nil` while unknown. A duration of 0 counts as unknown.
    private(set) var duration: Duration?
    private(set) var quartiles = Quartiles()
    private(set) var skipRule: SkipRule
    private var progress = ProgressSchedule()

    init(_ linear: Linear?) {
        duration = Self.known(linear?.duration)
        skipRule = SkipRule(offset: linear?.skipOffset)
    }

    /// The progress of an overlay: no duration, no skipping.
    init() {
        self.init(nil)
    }

    /// The time left to watch, never negative.
    var remaining: Duration? { duration.map { max(.zero, $0 - playhead) } }

    /// The time until skipping is possible; `nil` for never.
    var skipRemaining: Duration? { skipRule.remaining(at: min(playhead, reached), of: duration) }

    /// Whether the end is so near that the player may have stopped because of it. Players report times at most a second
    /// apart.
    var isInLastSecond: Bool { remaining.map { $0 <= .seconds(1) } ?? false }

    /// Whether the moment is at or after the end.
    func isEnd(_ time: Duration) -> Bool { duration.map { time >= $0 } ?? false }

    /// Whether every part up to the playhead was played.
    var isUnbroken: Bool { playhead <= reached }

    /// - Parameters:
    ///   - fileDuration: replaces the document's duration if it is above 0.
    ///   - events: those named `progress` are scheduled.
    mutating func begin(_ fileDuration: Duration?, _ events: [TrackingEvent]) {
        duration = Self.known(fileDuration) ?? duration
        progress = ProgressSchedule(events, duration: duration)
    }

    /// Moves the playhead by playing. Everything between counts as played, because a player reports only moments.
    mutating func play(to time: Duration) {
        let wasUnbroken = isUnbroken
        seek(to: time)
        if wasUnbroken { reached = max(reached, playhead) }
    }

    /// Moves the playhead by a seek. Everything between counts as not played.
    mutating func seek(to time: Duration) { playhead = max(.zero, time.bounded) }

    /// Moves the playhead to the natural end.
    mutating func playToEnd() { play(to: max(playhead, duration ?? playhead)) }

    /// The moments that playing reached for the first time, in order. At the same moment progress comes before a
    /// quartile, so that nothing follows `complete`.
    mutating func reachMilestones() -> [Milestone] {
        var milestones: [Milestone] = []
        for quarter in quartiles.reach(reached, of: duration) {
            milestones += progress.reach(Quartiles.moment(of: quarter, in: duration)).map { .progress($0) }
            milestones.append(.quarter(quarter))
        }
        return milestones + progress.reach(reached).map { .progress($0) }
    }

    /// The moments that remain at the natural end.
    mutating func finishMilestones() -> [Milestone] {
        reachMilestones() + quartiles.finish(of: duration).map { .quarter($0) }
    }

    /// Returns whether skipping has just become possible. At 100 % there is nothing left to skip.
    mutating func reachSkip() -> Bool { !quartiles.isComplete && skipRule.reach(reached, of: duration) }

    /// Whether the viewer may skip now.
    var canSkip: Bool { skipRule.isOpen && !quartiles.isComplete }

    private static func known(_ duration: Duration?) -> Duration? {
        duration.flatMap { $0 > .zero ? $0.bounded : nil }
    }
}
