extension Playback {
    mutating func handlePlaying(_ event: Event, at now: Duration) {
        countHeldPause(before: event)
        switch event {
        case .timeChanged(let time):
            if switches.isStalled { change(at: now) { $0.isStalled = false } }
            play(to: time)
        case .seeked(let time): seek(to: time)
        case .muted, .unmuted: mute(event == .muted)
        case .visibilityChanged(let fraction):
            if clocks.meter.visibilityChanged(to: fraction, at: now) { requestViewability() }
        case .ended: end()
        case .failed(let code):
            // As for closing: at 100 % the viewer has watched everything.
            if progress.quartiles.isComplete { grantReward() }
            fail(code)
        case .skipped: skip()
        case .closed: close()
        case .paused, .resumed, .backgrounded, .foregrounded, .returned, .iconFallbackClosed, .stalled:
            handleStop(event, at: now)
        default: handleInteraction(event, at: now)
        }
    }

    private mutating func handleStop(_ event: Event, at now: Duration) {
        switch event {
        // A player's report of a pause that was requested changes nothing.
        case .paused where !switches.isStopped: change(at: now, byPlayer: true) { $0.isPaused = true }
        case .resumed:
            change(at: now, byPlayer: true) { ($0.isPaused, $0.isAway) = (false, false) }
            if switches.isStopped { actions.append(.pause) }
        case .backgrounded where !playsInBackground: change(at: now) { $0.isInBackground = true }
        case .foregrounded: change(at: now) { ($0.isInBackground, $0.isAway) = (false, false) }
        case .returned, .iconFallbackClosed: change(at: now) { $0.isAway = false }
        case .stalled: change(at: now) { $0.isStalled = true }
        default: break
        }
    }

    mutating func handleEarned(_ event: Event) {
        switch event {
        case .messageClosed: conclude(.completed)
        case .messageImageFailed: showMessageWithoutImage()
        case .companionFailed(let index, let code): companionFailed(index, code)
        case .closed:
            requestClosing()
            finish(.completed)
        default: break
        }
    }

    mutating func handleEndCard(_ event: Event, _ outcome: Outcome) {
        switch event {
        case .closed:
            requestClosing()
            finish(outcome)
        case .companionShown(let index): companionShown(index)
        case .companionClicked(let index): companionClicked(index)
        case .companionFailed(let index, let code):
            let shown = stage.companions.endCard
            companionFailed(index, code)
            if shown == index { conclude(outcome) }
        default: break
        }
    }

    /// Requests what playing reaches.
    mutating func play(to time: Duration) {
        progress.play(to: time)
        apply(stage.icons.reach(progress.playhead))
        request(progress.reachMilestones())
        if progress.reachSkip() { actions.append(.showSkipControl) }
        guard stage.showsOverlay, progress.isUnbroken, let index = stage.overlays.reach(progress.playhead) else {
            return
        }
        event(.overlayViewDuration)
        actions.append(.releaseOverlay(index))
    }

    /// A seek counts only as a rewind: the part in between was not watched (VAST 4.3, section 3.14.1).
    private mutating func seek(to time: Duration) {
        let isBack = time < progress.playhead
        if isBack, !progress.quartiles.isComplete { repeatEvent(.rewind) }
        progress.seek(to: time)
        apply(stage.icons.reach(progress.playhead))
    }

    /// Pause and resume are counted whenever the ad stops or continues, for any reason, except at the natural end.
    /// - Parameter isPlayers: whether the player stopped or continued by itself and needs no action.
    mutating func change(at now: Duration, byPlayer isPlayers: Bool = false, _ body: (inout Switches) -> Void) {
        let wasStopped = switches.isStopped
        body(&switches)
        let isPlaying = !switches.isStopped && !switches.isStalled
        if clocks.meter.playingChanged(to: isPlaying, at: now) { requestViewability() }
        guard switches.isStopped != wasStopped else { return }
        if !isPlayers { actions.append(switches.isStopped ? .pause : .play) }
        guard !progress.quartiles.isComplete, switches.isStopped != switches.isPauseCounted else { return }
        switches.isPauseCounted = switches.isStopped
        switches.isPauseHeld = isPlayers && switches.isStopped && progress.isInLastSecond
        if !switches.isPauseHeld { repeatEvent(switches.isStopped ? .pause : .resume) }
    }

    /// Some players stop just before they report the end; this is no pause. Any event other than the end shows that it
    /// was one.
    private mutating func countHeldPause(before event: Event) {
        guard switches.isPauseHeld else { return }
        switch event {
        case .paused: return
        case .ended: break
        case .timeChanged(let time) where progress.isEnd(time): break
        default: repeatEvent(.pause)
        }
        switches.isPauseHeld = false
    }

    private mutating func mute(_ isMuted: Bool) {
        guard switches.isMuted != isMuted else { return }
        switches.isMuted = isMuted
        repeatEvent(isMuted ? .mute : .unmute)
    }

    private mutating func skip() {
        guard progress.canSkip else { return }
        event(.skip)
        leave()
        if rules.showsEndCardAfterSkip { conclude(.skipped) } else { finish(.skipped) }
    }

    /// Closing at 100 %, before the player reports the end, does not cost the viewer the reward.
    private mutating func close() {
        let isComplete = progress.quartiles.isComplete
        if isComplete { grantReward() }
        requestOverlayView()
        requestClosing()
        finish(isComplete ? .completed : .closed)
    }

    private mutating func end() {
        progress.playToEnd()
        let isWatched = stage.showsOverlay || progress.isUnbroken || progress.quartiles.isComplete
        if stage.showsOverlay {
            requestOverlayView()
        } else if isWatched {
            request(progress.finishMilestones())
        }
        leave()
        guard isWatched else { return conclude(.skipped) }
        grantReward()
        if let thanks = rewardState.thanks {
            phase = .earned
            show(thanks)
        } else {
            conclude(.completed)
        }
    }

    private mutating func grantReward() {
        if let reward = rewardState.grant() {
            actions.append(.reward(reward))
        } else if let refusal = rewardState.refusal {
            actions.append(.refuseReward(refusal))
        }
    }

    /// Shows the end card, if there is one. Without one, a viewer who used the skip control needs no close control.
    private mutating func conclude(_ outcome: Outcome) {
        stage.message = nil
        guard let index = stage.companions.endCard else {
            if !counted.contains(.reason(.event(.skip))) { showCloseControl() }
            return finish(outcome)
        }
        phase = .endCard(outcome)
        actions.append(.showEndCard(index))
        showCloseControl()
    }

    mutating func fail(_ code: ErrorCode) {
        error(code)
        showCloseControl()
        finish(.failed(code))
    }

    /// An overlay has its own close control, and a failed overlay needs none.
    private mutating func showCloseControl() {
        if !stage.showsOverlay, once(.closeControl) { actions.append(.showCloseControl) }
    }

    mutating func finish(_ outcome: Outcome) {
        leave()
        stage.message = nil
        phase = .over
        actions.append(.finish(outcome))
    }

    /// Ends viewability and icons, which only exist while the ad is shown.
    private mutating func leave() {
        guard phase == .playing else { return }
        requestViewability()
        apply(stage.icons.finish())
    }
}
