/// One showing of a planned ad as a pure state machine: what happened goes in, what is to be done comes out.
///
/// ```swift
/// var playback = Playback(ad)
/// for action in playback.handle(.started(duration: .seconds(30)), at: clockReading) { perform(action) }
/// ```
///
/// Each address is requested once, except those of changes that may repeat: mute, pause, rewind, expand, full screen
/// and their opposites. Nothing is counted before the first frame but `loaded`, errors, verifications that were not run
/// and `notUsed`; nothing after the end but closing and what a viewer does on the end card.
public struct Playback: Sendable {
    enum Phase: Sendable {
        /// Before the first frame.
        case waiting
        /// From the first frame to the end, pauses included.
        case playing
        /// The viewer reads what was earned.
        case earned
        case endCard
        case over
    }

    let ad: PlannedAd
    let rules: Rules
    var phase = Phase.waiting
    var actions: [Action] = []
    var counted: Set<Mark> = []
    var switches = Switches()
    var opening = Opening()
    var course: Course
    var meter = ViewabilityMeter()
    var patience: Patience
    var icons: IconSchedule
    var companions: CompanionStage
    var overlays: OverlayStage
    var desk: RewardDesk
    /// Whether the overlays are shown instead of the linear part; the trackers of the other are never asked for.
    var showsOverlay: Bool
    /// On screen, before the ad or after its end.
    var message: RewardMessage?
    /// What an end card's closing comes to.
    var outcome = Outcome.completed

    /// What is on or off in the player.
    struct Switches: Sendable {
        var isMuted: Bool = false
        var isPaused = false
        var isInBackground = false
        /// The viewer reads a page that the ad opened, or an icon's fallback image.
        var isAway = false
        var isStalled = false
        /// So that an ad which starts in the background does not begin with a resume.
        var isPauseCounted = false
        /// `nil` until the player says so: leaving is counted even when nobody saw it enter.
        var isFullscreen: Bool?
        var isExpanded: Bool?
        var isStopped: Bool { isPaused || isInBackground || isAway }
    }

    /// How far the way to the first frame is.
    struct Opening: Sendable {
        var isLoaded = false
        var isPresented = false
        var isAccepted = false
        var isBegun = false
    }

    /// Something that is counted once.
    enum Mark: Sendable, Hashable {
        case reason(Reason)
        case item(Reason, Int)
        case refusal
        case closeControl
    }

    /// Begins before the first frame.
    /// - Parameters:
    ///   - ad: what is shown; of an ad with a video and overlays the video, unless an overlay is shown first.
    ///   - rules: what the standard leaves to the player.
    ///   - isMuted: whether the sound is off at first.
    public init(_ ad: PlannedAd, rules: Rules = Rules(), isMuted: Bool = false) {
        self.ad = ad
        self.rules = rules
        course = Course(ad.linear?.linear)
        patience = Patience(limit: rules.mediaTimeout)
        icons = IconSchedule(ad.linear?.icons.map(\.value) ?? [])
        companions = CompanionStage(ad.companions, preference: rules.resourcePreference)
        overlays = OverlayStage(ad.nonLinear?.items ?? [], preference: rules.resourcePreference)
        desk = RewardDesk(ad.extensions)
        showsOverlay = ad.linear == nil
        switches.isMuted = isMuted
    }

    /// Takes note of what happened.
    /// - Parameters:
    ///   - event: in the order in which it happened; one that makes no sense now is ignored.
    ///   - now: a clock that does not go back, used for viewability and for waiting only.
    public mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        let now = now.bounded
        if meter.advance(to: now), phase == .playing { requestViewability() }
        switch phase {
        case .waiting: handleWaiting(event, at: now)
        case .playing: handlePlaying(event, at: now)
        case .earned: handleEarned(event)
        case .endCard: handleEndCard(event)
        case .over: if event == .closed, counted.contains(.reason(.impression)) { requestClosing() }
        }
        if patience.wait(isWaiting, at: now) { fail(showsOverlay ? .nonLinearNotFetched : .mediaTimeout) }
        defer { actions = [] }
        return actions
    }

    /// Whether the viewer waits for media.
    private var isWaiting: Bool {
        switch phase {
        case .waiting: opening.isPresented && message == nil && !switches.isInBackground
        case .playing: switches.isStalled && !switches.isStopped
        case .earned, .endCard, .over: false
        }
    }
}
