extension Playback {
    enum Phase: Sendable, Hashable {
        /// Before the first frame.
        case waiting
        /// From the first frame to the end, including pauses.
        case playing
        /// The viewer reads the message about the reward.
        case earned
        /// The outcome is reported when the end card is closed.
        case endCard(Outcome)
        case over
    }

    /// The switches of the player.
    struct Switches: Sendable {
        var isMuted: Bool = false
        var isPaused = false
        var isInBackground = false
        /// The viewer reads a page that the ad opened, or looks at an icon's fallback image.
        var isAway = false
        var isStalled = false
        /// Prevents a resume event for an ad that starts in the background.
        var isPauseCounted = false
        /// A pause in the last second may be the player's own stop at the end. It is counted if another event follows.
        var isPauseHeld = false
        /// `nil` until the player reports a state, so that leaving full screen counts even if entering was not
        /// reported.
        var isFullscreen: Bool?
        var isExpanded: Bool?
        var isStopped: Bool { isPaused || isInBackground || isAway }
    }

    /// The steps before the first frame.
    struct Opening: Sendable {
        var isLoaded = false
        var isPresented = false
        /// The viewer agreed to watch for the reward.
        var isAccepted = false
        /// The player was asked to start.
        var isBegun = false
    }

    /// Measurements that use the clock.
    struct Clocks: Sendable {
        var meter = ViewabilityMeter()
        var patience: WaitLimit
    }

    /// What is or may come on screen.
    struct Stage: Sendable {
        var icons: IconSchedule
        var companions: CompanionSelection
        var overlays: OverlaySelection
        /// Whether overlays are shown instead of the linear part. The trackers of the other part are never requested.
        var showsOverlay: Bool
        /// The current message about the reward, before the ad or after its end.
        var message: RewardMessage?

        init(_ ad: PlannedAd, _ rules: Rules) {
            icons = IconSchedule(ad.linear?.icons ?? [])
            companions = CompanionSelection(
                ad.companions, beside: rules.companionsBeside, preference: rules.resourcePreference)
            overlays = OverlaySelection(ad.nonLinear?.items ?? [], preference: rules.resourcePreference)
            showsOverlay = ad.linear == nil
        }
    }

    /// The key of something that is counted once.
    enum Mark: Sendable, Hashable {
        case reason(Reason)
        case item(Reason, Int)
        case closeControl
    }
}
