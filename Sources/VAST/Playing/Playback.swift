/// One showing of a planned ad as a pure state machine: what happened goes in, what is to be done comes out.
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
/// Each address is requested once, except those of changes that may repeat: mute, pause, rewind, expand, full screen
/// and their opposites. Nothing is counted before the first frame but `loaded`, errors, verifications that were not run
/// and `notUsed`; nothing after the end but closing and what a viewer does on the end card.
///
/// A viewer who watches again after the end sees a replay, which is no second showing: the app plays the file once more
/// by itself and makes no other playback, since that would count everything anew. It may report what happens to this one
/// or not. What came of the showing is final, a reward that was missed included; of all that a replay brings only taps on
/// the end card, while that is open, and closing are still answered, and each is counted once.
public struct Playback: Sendable {
    /// The address of the media file that plays, as it was handed to the player; `[ASSETURI]` of each request from now on.
    /// A ``Showing`` sets it.
    public var assetURI: String?
    /// Addresses of the ad that may not leave by ``PlannedAd/addresses``, of which nothing is requested, opened or shown. An
    /// ad of a resolver has named its own in ``Resolution/refusedAddresses``.
    public let refusedAddresses: [RefusedAddress]
    let ad: PlannedAd
    let rules: Rules
    var phase = Phase.waiting
    var actions: [Action] = []
    var counted: Set<Mark> = []
    var switches = Switches()
    var opening = Opening()
    var course: Course
    var clocks: Clocks
    var stage: Stage
    var desk: RewardDesk

    /// Begins before the first frame.
    /// - Parameters:
    ///   - ad: what is shown; of an ad with a video and overlays the video, unless an overlay is shown first.
    ///   - rules: what the standard leaves to the player.
    ///   - isMuted: whether the sound is off at first.
    public init(_ ad: PlannedAd, rules: Rules = Rules(), isMuted: Bool = false) {
        var (ad, screen) = (ad, AddressScreen(ad.addresses, at: Origin(level: 0)))
        ad.screen(by: &screen)
        desk = RewardDesk(ad.extensions, screen: &screen)
        refusedAddresses = screen.refused
        self.ad = ad
        self.rules = rules
        course = Course(ad.linear?.linear)
        clocks = Clocks(patience: Patience(limit: rules.mediaTimeout))
        stage = Stage(ad, rules)
        switches.isMuted = isMuted
    }

    /// Takes note of what happened.
    /// - Parameters:
    ///   - event: in the order in which it happened; one that makes no sense now is ignored.
    ///   - now: a clock that does not go back, used for viewability and for waiting only.
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
