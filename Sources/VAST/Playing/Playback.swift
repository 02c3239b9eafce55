/// One showing of a planned ad as a state machine without side effects: events go in, actions come out.
///
/// ```swift
/// var playback = Playback(ad)
/// var values = MacroValues()
/// values.setAd(ad)
/// for action in playback.handle(.started(duration: .seconds(30)), at: clockReading) {
///     guard case .request(let request) = action else { continue }
///     send(request.address(with: values.stamped(at: now, using: &generator)))
/// }
/// ```
///
/// Each address is requested once, except for changes that may repeat: mute, pause, rewind, expand, full screen and
/// their opposites. Before the first frame, only `loaded`, errors, verifications that were not run and `notUsed` are
/// counted. After the end, only closing and the viewer's actions on the end card are counted.
///
/// If the viewer watches again after the end, that is a replay and not a second showing. The app plays the file again
/// by itself and does not create another playback, which would count everything again. Reporting the replay's events to
/// this playback is optional. The outcome of the showing is final, including a reward that was missed. During a replay
/// only taps on an open end card and closing are answered, and each is counted once.
public struct Playback: Sendable {
    /// The address of the media file that is playing, as it was given to the player. It is the `[ASSETURI]` of each
    /// later request. A ``Showing`` sets it.
    public var assetURI: String?
    /// Addresses of the ad that ``PlannedAd/addresses`` refuses. They are not requested, opened or shown. For an ad
    /// from a resolver this is empty; see ``Resolution/refusedAddresses``.
    public let refusedAddresses: [RefusedAddress]
    let ad: PlannedAd
    let rules: Rules
    var phase = Phase.waiting
    var actions: [Action] = []
    var counted: Set<Mark> = []
    var switches = Switches()
    var opening = Opening()
    var progress: PlaybackProgress
    var clocks: Clocks
    var stage: Stage
    var rewardState: RewardState

    /// Creates a playback before the first frame.
    /// - Parameters:
    ///   - ad: the ad to show. If it has a video and overlays, the video is shown unless an overlay is shown first.
    ///   - rules: the decisions that the standard leaves to the player.
    ///   - isMuted: whether the sound is off at the start.
    public init(_ ad: PlannedAd, rules: Rules = Rules(), isMuted: Bool = false) {
        var (ad, screen) = (ad, AddressScreen(ad.addresses, at: Origin(level: 0)))
        ad.screen(by: &screen)
        rewardState = RewardState(ad.extensions, screen: &screen)
        refusedAddresses = screen.refused
        self.ad = ad
        self.rules = rules
        progress = PlaybackProgress(ad.linear?.linear)
        clocks = Clocks(patience: WaitLimit(limit: rules.mediaTimeout))
        stage = Stage(ad, rules)
        switches.isMuted = isMuted
    }

    /// Handles an event.
    /// - Parameters:
    ///   - event: events must be passed in their order. An event that does not fit the current phase is ignored.
    ///   - now: the reading of a clock that does not go back. It is used only for viewability and time-outs.
    public mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        let now = now.bounded
        if clocks.meter.advance(to: now), phase == .playing { requestViewability() }
        switch phase {
        case .waiting: handleWaiting(event, at: now)
        case .playing: handlePlaying(event, at: now)
        case .earned: handleEarned(event)
        case .endCard(let outcome): handleEndCard(event, outcome)
        case .over: if event == .closed, counted.contains(.reason(.impression)) { requestClosing() }
        }
        if clocks.patience.wait(isWaiting, at: now) { fail(stage.showsOverlay ? .nonLinearNotFetched : .mediaTimeout) }
        defer { actions = [] }
        return actions
    }

    /// Whether the viewer waits for media.
    private var isWaiting: Bool {
        switch phase {
        case .waiting: opening.isPresented && stage.message == nil && !switches.isInBackground
        case .playing: switches.isStalled && !switches.isStopped
        case .earned, .endCard, .over: false
        }
    }
}
