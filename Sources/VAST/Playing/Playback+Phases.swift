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
            // As closing: at 100 % nothing is left that could have gone wrong for the viewer.
            if course.quartiles.isComplete { grantReward() }
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
        // An echo of the pause that was asked for says nothing new.
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

    /// Counts what playing reaches.
    mutating func play(to time: Duration) {
        course.play(to: time)
        apply(stage.icons.reach(course.playhead))
        request(course.reachMilestones())
        if course.reachSkip() { actions.append(.showSkipControl) }
        guard stage.showsOverlay, course.isUnbroken, let index = stage.overlays.reach(course.playhead) else { return }
        event(.overlayViewDuration)
        actions.append(.releaseOverlay(index))
    }

    /// Counts nothing but going back: what is jumped over was not watched (VAST 4.3, section 3.14.1).
    private mutating func seek(to time: Duration) {
        let isBack = time < course.playhead
        if isBack, !course.quartiles.isComplete { repeatEvent(.rewind) }
        course.seek(to: time)
        apply(stage.icons.reach(course.playhead))
    }

    /// Pause and resume are counted when the ad stops or goes on, for whatever reason, but not at the natural end.
    /// - Parameter isPlayers: whether the player did it by itself and needs not be asked.
    mutating func change(at now: Duration, byPlayer isPlayers: Bool = false, _ body: (inout Switches) -> Void) {
        let wasStopped = switches.isStopped
        body(&switches)
        let isPlaying = !switches.isStopped && !switches.isStalled
        if clocks.meter.playingChanged(to: isPlaying, at: now) { requestViewability() }
        guard switches.isStopped != wasStopped else { return }
        if !isPlayers { actions.append(switches.isStopped ? .pause : .play) }
        guard !course.quartiles.isComplete, switches.isStopped != switches.isPauseCounted else { return }
        switches.isPauseCounted = switches.isStopped
        switches.isPauseHeld = isPlayers && switches.isStopped && course.isInLastSecond
        if !switches.isPauseHeld { repeatEvent(switches.isStopped ? .pause : .resume) }
    }

    /// A player that stops at the end says so before the end itself, some after a last tick: that is no pause. Whatever
    /// else follows shows that it was one.
    private mutating func countHeldPause(before event: Event) {
        guard switches.isPauseHeld else { return }
        switch event {
        case .paused: return
        case .ended: break
        case .timeChanged(let time) where course.isEnd(time): break
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
        guard course.canSkip else { return }
        event(.skip)
        leave()
        if rules.showsEndCardAfterSkip { conclude(.skipped) } else { finish(.skipped) }
    }

    /// Closing at 100 %, before the player says that the media ended, takes nothing from the viewer.
    private mutating func close() {
        let isComplete = course.quartiles.isComplete
        if isComplete { grantReward() }
        requestOverlayView()
        requestClosing()
        finish(isComplete ? .completed : .closed)
    }

    private mutating func end() {
        course.playToEnd()
        let isWatched = stage.showsOverlay || course.isUnbroken || course.quartiles.isComplete
        if stage.showsOverlay {
            requestOverlayView()
        } else if isWatched {
            request(course.finishMilestones())
        }
        leave()
        guard isWatched else { return conclude(.skipped) }
        grantReward()
        if let thanks = desk.thanks {
            phase = .earned
            show(thanks)
        } else {
            conclude(.completed)
        }
    }

    private mutating func grantReward() {
        if let reward = desk.grant() {
            actions.append(.reward(reward))
        } else if let refusal = desk.refusal {
            actions.append(.refuseReward(refusal))
        }
    }

    /// After the ad comes its end card, else nothing. Who used the skip control wants to be gone and needs no other.
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

    /// An overlay has a control of its own, and one that failed needs none.
    private mutating func showCloseControl() {
        if !stage.showsOverlay, once(.closeControl) { actions.append(.showCloseControl) }
    }

    mutating func finish(_ outcome: Outcome) {
        leave()
        stage.message = nil
        phase = .over
        actions.append(.finish(outcome))
    }

    /// What ends with the showing itself.
    private mutating func leave() {
        guard phase == .playing else { return }
        requestViewability()
        apply(stage.icons.finish())
    }
}
