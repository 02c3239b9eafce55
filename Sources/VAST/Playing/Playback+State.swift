extension Playback {
    enum Phase: Sendable, Hashable {
        /// Before the first frame.
        case waiting
        /// From the first frame to the end, pauses included.
        case playing
        /// The viewer reads what was earned.
        case earned
        /// What the ad came to is said when its end card is closed.
        case endCard(Outcome)
        case over
    }

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
        /// A pause in the last second may be the player's own at the end: it is counted when something else follows.
        var isPauseHeld = false
        /// `nil` until the player says so: leaving is counted even when nobody saw it enter.
        var isFullscreen: Bool?
        var isExpanded: Bool?
        var isStopped: Bool { isPaused || isInBackground || isAway }
    }

    /// How far the way to the first frame is.
    struct Opening: Sendable {
        var isLoaded = false
        var isPresented = false
        /// The viewer wants to watch for the reward.
        var isAccepted = false
        /// The player was asked to begin.
        var isBegun = false
    }

    /// What needs the time of day.
    struct Clocks: Sendable {
        var meter = ViewabilityMeter()
        var patience: Patience
    }

    /// What is, or may come, on the viewer's screen.
    struct Stage: Sendable {
        var icons: IconSchedule
        var companions: CompanionStage
        var overlays: OverlayStage
        /// Whether the overlays are shown instead of the linear part; the trackers of the other are never asked for.
        var showsOverlay: Bool
        /// About the reward, before the ad or after its end.
        var message: RewardMessage?

        init(_ ad: PlannedAd, _ rules: Rules) {
            icons = IconSchedule(ad.linear?.icons ?? [])
            companions = CompanionStage(
                ad.companions, beside: rules.companionsBeside, preference: rules.resourcePreference)
            overlays = OverlayStage(ad.nonLinear?.items ?? [], preference: rules.resourcePreference)
            showsOverlay = ad.linear == nil
        }
    }

    /// Something that is counted once.
    enum Mark: Sendable, Hashable {
        case reason(Reason)
        case item(Reason, Int)
        case closeControl
    }
}
