/// How far an ad has played, and what comes when.
///
/// What is counted comes when playing reaches it, and playing reaches only what it comes to from the first frame on: a
/// seek forward moves the playhead out of that part, and nothing is reached until playing begins within it again.
struct Course: Sendable, Hashable {
    private(set) var playhead = Duration.zero
    /// The end of the part that was played, from the first frame on and without a gap.
    private var reached = Duration.zero
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
    var skipRemaining: Duration? { skipRule.remaining(at: min(playhead, reached), of: duration) }

    /// Whether the end is so near that the player may have stopped for it: players report times a second apart or less.
    var isInLastSecond: Bool { remaining.map { $0 <= .seconds(1) } ?? false }

    /// Whether a moment is the end, or lies behind it.
    func isEnd(_ time: Duration) -> Bool { duration.map { time >= $0 } ?? false }

    /// Whether no part was jumped over that was not played since.
    var isUnbroken: Bool { playhead <= reached }

    /// - Parameters:
    ///   - fileDuration: goes before the document's when it is above 0.
    ///   - events: those whose name is `progress` get their moments.
    mutating func begin(_ fileDuration: Duration?, _ events: [TrackingEvent]) {
        duration = Self.known(fileDuration) ?? duration
        progress = ProgressSchedule(events, duration: duration)
    }

    /// Playing came to a moment; what lies between was played, for a player does not tell how it went.
    mutating func play(to time: Duration) {
        let wasUnbroken = isUnbroken
        seek(to: time)
        if wasUnbroken { reached = max(reached, playhead) }
    }

    /// The playhead jumped; what lies between was not played.
    mutating func seek(to time: Duration) { playhead = max(.zero, time.bounded) }

    /// The natural end: nothing is left to watch.
    mutating func playToEnd() { play(to: max(playhead, duration ?? playhead)) }

    /// What playing reached for the first time, in the order of its moments. Of one moment progress goes first, so that
    /// nothing of an ad that is played whole comes after `complete`.
    mutating func reachMilestones() -> [Milestone] {
        var milestones: [Milestone] = []
        for quarter in quartiles.reach(reached, of: duration) {
            milestones += progress.reach(Quartiles.moment(of: quarter, in: duration)).map { .progress($0) }
            milestones.append(.quarter(quarter))
        }
        return milestones + progress.reach(reached).map { .progress($0) }
    }

    /// What is left at the natural end.
    mutating func finishMilestones() -> [Milestone] {
        reachMilestones() + quartiles.finish(of: duration).map { .quarter($0) }
    }

    /// - Returns: whether skipping has just become possible. At 100 % there is nothing left to skip.
    mutating func reachSkip() -> Bool { !quartiles.isComplete && skipRule.reach(reached, of: duration) }

    /// Whether the viewer may skip now.
    var canSkip: Bool { skipRule.isOpen && !quartiles.isComplete }

    private static func known(_ duration: Duration?) -> Duration? {
        duration.flatMap { $0 > .zero ? $0.bounded : nil }
    }
}
