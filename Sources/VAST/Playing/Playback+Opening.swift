extension Playback {
    mutating func handleWaiting(_ event: Event, at now: Duration) {
        switch event {
        case .loaded:
            self.event(.loaded)
            opening.isLoaded = true
            clocks.patience.restart()
            begin()
        case .presented:
            opening.isPresented = true
            begin()
        case .messageAccepted where stage.message != nil:
            stage.message = nil
            opening.isAccepted = true
            begin()
        case .messageClosed where stage.message != nil: finish(.closed)
        case .messageImageFailed: showMessageWithoutImage()
        case .started(let duration): start(duration, at: now)
        case .overlayShown(let index) where stage.overlays.seen(index) != nil:
            stage.showsOverlay = true
            stage.overlays.show(index)
            start(nil, at: now)
        case .dropped:
            self.event(.notUsed)
            finish(.notUsed)
        case .closed: finish(.closed)
        case .failed(let code): fail(code)
        default: updateState(event, at: now)
        }
    }

    /// Handles events before the first frame that do not start the ad.
    private mutating func updateState(_ event: Event, at now: Duration) {
        switch event {
        case .muted: switches.isMuted = true
        case .unmuted: switches.isMuted = false
        case .backgrounded: switches.isInBackground = !playsInBackground
        case .foregrounded:
            switches.isInBackground = false
            begin()
        case .visibilityChanged(let fraction): _ = clocks.meter.visibilityChanged(to: fraction, at: now)
        case .companionFailed(let index, let code): companionFailed(index, code)
        case .overlayFailed(let index, let code): overlayFailed(index, code)
        case .iconFailed(let index): _ = stage.icons.fail(index, at: .seconds(-1))
        case .verificationFailed(let index, let why): verificationFailed(index, why)
        case .interactiveFailed(let code): interactiveFailed(code)
        default: break
        }
    }

    /// Audio continues in the background, and the standard counts its progress then (VAST 4.3, section 3.14.3).
    var playsInBackground: Bool { ad.medium == .audio || ad.medium == .hybrid }

    /// Shows the reward's promise, then asks the player to start, as soon as each is possible.
    private mutating func begin() {
        guard opening.isPresented, !opening.isBegun, stage.message == nil, !switches.isInBackground else { return }
        guard !failsDemand() else { return }
        if !opening.isAccepted, let promise = rewardState.promise {
            show(promise)
        } else if stage.showsOverlay {
            opening.isBegun = true
            stage.overlays.next.map { actions.append(.showOverlay($0)) } ?? fail(nothingToShow)
        } else if opening.isLoaded {
            opening.isBegun = true
            actions.append(.play)
        }
    }

    private var nothingToShow: ErrorCode { stage.overlays.isEmpty ? .noUsableMedia : .nonLinearUnsupported }

    /// An ad does not start without companions that it demands. Later its start cannot be undone.
    private mutating func failsDemand() -> Bool {
        guard stage.companions.isDemandUnmet else { return false }
        fail(.requiredCompanion)
        return true
    }

    private mutating func start(_ fileDuration: Duration?, at now: Duration) {
        guard !failsDemand() else { return }
        // Of an ad with both parts only the overlay is shown, without icons, skipping and quartiles of the video.
        if stage.showsOverlay {
            progress = PlaybackProgress()
            stage.icons = IconSchedule([])
        }
        phase = .playing
        progress.begin(stage.showsOverlay ? nil : fileDuration, trackers.map(\.value))
        if once(.reason(.impression)) { request(ad.impressions, for: .impression) }
        events([.creativeView, .start])
        _ = clocks.meter.playingChanged(to: !switches.isStopped, at: now)
        actions += stage.companions.concurrent.map { .showCompanion($0) }
        play(to: .zero)
        if switches.isStopped { actions.append(.pause) }
    }

    mutating func show(_ message: RewardMessage) {
        stage.message = message
        actions.append(.showMessage(message))
    }

    /// The message is shown without its picture.
    mutating func showMessageWithoutImage() {
        guard var message = stage.message, message.image != nil else { return }
        message.image = nil
        show(message)
    }
}
