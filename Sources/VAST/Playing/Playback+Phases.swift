extension Playback {
    mutating func handleWaiting(_ event: Event, at now: Duration) {
        switch event {
        case .loaded: self.event(.loaded)
        case .started(let duration): start(duration, at: now)
        case .overlayShown:
            showOverlay()
            start(nil, at: now)
        case .dropped:
            self.event(.notUsed)
            finish(.notUsed)
        case .closed: finish(.closed)
        case .failed(let code): fail(code)
        case .muted: switches.isMuted = true
        case .unmuted: switches.isMuted = false
        case .backgrounded: switches.isInBackground = true
        case .foregrounded: switches.isInBackground = false
        case .visibilityChanged(let fraction): _ = meter.visibilityChanged(to: fraction, at: now)
        case .companionFailed(let index, let code): companionFailed(index, code)
        case .verificationFailed(let index, let why): verificationFailed(index, why)
        default: break
        }
    }

    mutating func handlePlaying(_ event: Event, at now: Duration) {
        switch event {
        case .timeChanged(let time):
            change(at: now) { $0.isStalled = false }
            move(to: time)
        case .seeked(let time): seek(to: time)
        case .paused: change(at: now) { $0.isPaused = true }
        case .resumed: change(at: now) { $0.isPaused = false }
        case .backgrounded: change(at: now) { $0.isInBackground = true }
        case .foregrounded: change(at: now) { $0.isInBackground = false }
        case .stalled: change(at: now) { $0.isStalled = true }
        case .muted, .unmuted: mute(event == .muted)
        case .visibilityChanged(let fraction):
            if meter.visibilityChanged(to: fraction, at: now) { requestViewability() }
        case .ended: end()
        case .failed(let code): fail(code)
        case .skipped: skip()
        case .closed: close()
        case .verificationFailed(let index, let why): verificationFailed(index, why)
        default: handleInteraction(event)
        }
    }

    mutating func handleEndCard(_ event: Event) {
        switch event {
        case .closed:
            requestClosing()
            finish(.completed)
        case .companionShown(let index): companionShown(index)
        case .companionClicked(let index): companionClicked(index)
        case .companionFailed(let index, let code):
            let shown = companions.endCard
            error(code)
            _ = companions.fail(index)
            if shown == index { showEndCardOrFinish() }
        default: break
        }
    }

    /// Of an ad that has both parts only the overlay is shown: no icons, no skipping, and no quarters of the video.
    private mutating func showOverlay() {
        showsOverlay = true
        duration = nil
        skipRule = SkipRule(offset: nil)
        icons = IconSchedule([])
    }

    private mutating func start(_ fileDuration: Duration?, at now: Duration) {
        phase = .playing
        if let fileDuration, fileDuration > .zero { duration = fileDuration.bounded }
        progress = ProgressSchedule(trackers.map(\.value), duration: duration)
        if once(.reason(.impression)) { request(ad.impressions, for: .impression) }
        events([.creativeView, .start])
        _ = meter.playingChanged(to: !switches.isStopped, at: now)
        actions += companions.concurrent.map { .showCompanion($0) }
        move(to: .zero)
    }

    /// Counts what a playhead reaches; a jump forward counts all between, for a player does not tell how it went.
    private mutating func move(to time: Duration) {
        playhead = max(.zero, time.bounded)
        apply(icons.reach(playhead))
        requestProgress()
        events(quartiles.reach(playhead, of: duration))
        if !quartiles.isComplete, skipRule.reach(playhead, of: duration) { actions.append(.showSkipControl) }
    }

    private mutating func seek(to time: Duration) {
        let isBack = time < playhead
        if isBack, !quartiles.isComplete { repeatEvent(.rewind) }
        move(to: time)
    }

    /// Pause and resume are counted when the ad stops or goes on, for whatever reason, but not at the natural end.
    private mutating func change(at now: Duration, _ body: (inout Switches) -> Void) {
        let wasStopped = switches.isStopped
        body(&switches)
        let isPlaying = !switches.isStopped && !switches.isStalled
        if meter.playingChanged(to: isPlaying, at: now) { requestViewability() }
        guard switches.isStopped != wasStopped, !quartiles.isComplete else { return }
        guard switches.isStopped != switches.isPauseCounted else { return }
        switches.isPauseCounted = switches.isStopped
        repeatEvent(switches.isStopped ? .pause : .resume)
    }

    private mutating func mute(_ isMuted: Bool) {
        guard switches.isMuted != isMuted else { return }
        switches.isMuted = isMuted
        repeatEvent(isMuted ? .mute : .unmute)
    }

    private mutating func skip() {
        guard skipRule.isOpen, !quartiles.isComplete else { return }
        event(.skip)
        finish(.skipped)
    }

    /// Closing at 100 %, before the player says that the media ended, takes nothing from the viewer.
    private mutating func close() {
        if quartiles.isComplete { grantReward() }
        requestClosing()
        finish(quartiles.isComplete ? .completed : .closed)
    }

    private mutating func end() {
        playhead = max(playhead, duration ?? playhead)
        requestProgress()
        events(quartiles.finish())
        requestViewability()
        apply(icons.finish())
        grantReward()
        showEndCardOrFinish()
    }

    private mutating func grantReward() {
        // The extension nearest to the complete ad decides.
        guard let reward = ad.extensions.reversed().lazy.compactMap({ Reward($0.value) }).first else { return }
        guard reward.isOn, reward.currency != nil, reward.amount > 0, once(.reward) else { return }
        actions.append(.reward(reward))
    }

    private mutating func showEndCardOrFinish() {
        guard let index = companions.endCard else { return finish(.completed) }
        phase = .endCard
        actions.append(.showEndCard(index))
    }

    mutating func fail(_ code: ErrorCode) {
        error(code)
        finish(.failed(code))
    }

    private mutating func finish(_ outcome: Outcome) {
        if phase == .playing { requestViewability() }
        apply(icons.finish())
        phase = .over
        actions.append(.finish(outcome))
    }
}
