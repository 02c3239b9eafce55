/// One showing of a planned ad as a pure state machine: what happened goes in, what is to be done comes out.
///
/// ```swift
/// var playback = Playback(ad)
/// for action in playback.handle(.started(duration: .seconds(30)), at: clockReading) { perform(action) }
/// ```
///
/// Each address is requested once, except those of changes that may repeat: mute, pause, rewind, expand, full screen
/// and their opposites. Nothing is counted before the first frame but `loaded`, errors and `notUsed`; nothing after
/// the end but closing and what a viewer does on the end card.
public struct Playback: Sendable {
    enum Phase: Sendable { case waiting, playing, endCard, over }

    let ad: PlannedAd
    var phase = Phase.waiting
    var actions: [Action] = []
    var playhead = Duration.zero
    var duration: Duration?
    var quartiles = Quartiles()
    var skipRule: SkipRule
    var meter = ViewabilityMeter()
    var icons: IconSchedule
    var companions: CompanionStage
    var progress = ProgressSchedule()
    /// Whether the overlays are shown instead of the linear part; the trackers of the other are never asked for.
    var showsOverlay: Bool
    var counted: Set<Mark> = []
    var switches = Switches()

    /// What is on or off in the player.
    struct Switches: Sendable {
        var isMuted: Bool = false
        var isPaused = false
        var isInBackground = false
        var isStalled = false
        /// So that an ad which starts in the background does not begin with a resume.
        var isPauseCounted = false
        /// `nil` until the player says so: leaving is counted even when nobody saw it enter.
        var isFullscreen: Bool?
        var isExpanded: Bool?
        var isStopped: Bool { isPaused || isInBackground }
    }

    /// Something that is counted once.
    enum Mark: Sendable, Hashable {
        case reason(Reason)
        case item(Reason, Int)
        case reward
    }

    /// Begins before the first frame.
    /// - Parameter isMuted: whether the sound is off at first.
    public init(_ ad: PlannedAd, isMuted: Bool = false) {
        self.ad = ad
        duration = ad.linear?.linear.duration.flatMap { $0 > .zero ? $0.bounded : nil }
        skipRule = SkipRule(offset: ad.linear?.linear.skipOffset)
        icons = IconSchedule(ad.linear?.icons.map(\.value) ?? [])
        companions = CompanionStage(ad.companions)
        showsOverlay = ad.linear == nil
        switches.isMuted = isMuted
    }

    /// Takes note of what happened.
    /// - Parameters:
    ///   - event: in the order in which it happened; one that makes no sense now is ignored.
    ///   - now: a clock that does not go back, used for viewability only.
    public mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        let now = now.bounded
        if meter.advance(to: now), phase == .playing { requestViewability() }
        switch phase {
        case .waiting: handleWaiting(event, at: now)
        case .playing: handlePlaying(event, at: now)
        case .endCard: handleEndCard(event)
        case .over: if event == .closed, counted.contains(.reason(.impression)) { requestClosing() }
        }
        defer { actions = [] }
        return actions
    }
}
