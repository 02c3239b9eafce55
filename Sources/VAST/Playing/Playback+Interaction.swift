extension Playback {
    mutating func handleInteraction(_ event: Event, at now: Duration) {
        switch event {
        case .clicked:
            clicks(ad.linear?.clickTracking ?? [], for: .click)
            open(ad.linear?.clickThrough?.value.url, at: now)
        case .interacted:
            clicks(ad.linear?.customClicks ?? [], for: .customClick)
            self.event(.otherAdInteraction)
        case .invitationAccepted:
            requestOverlayView()
            events(stage.showsOverlay ? [.acceptInvitation] : [.acceptInvitation, .acceptInvitationLinear])
        case .fullscreenEntered: change(\.isFullscreen, to: true, [.fullscreen, .playerExpand])
        case .fullscreenExited: change(\.isFullscreen, to: false, [.exitFullscreen, .playerCollapse])
        case .expanded: change(\.isExpanded, to: true, [.expand, .adExpand])
        case .collapsed: change(\.isExpanded, to: false, [.collapse, .adCollapse])
        case .minimized:
            requestOverlayView()
            self.event(.minimize)
        case .interactiveStarted: self.event(.interactiveStart)
        case .interactiveFailed(let code): interactiveFailed(code)
        case .verificationFailed(let index, let why): verificationFailed(index, why)
        default: handleParts(event, at: now)
        }
    }

    /// Handles the events of icons, companions and overlays.
    private mutating func handleParts(_ event: Event, at now: Duration) {
        switch event {
        case .iconShown(let index): iconShown(index)
        case .iconClicked(let index): iconClicked(index, at: now)
        case .iconFailed(let index): apply(stage.icons.fail(index, at: progress.playhead))
        case .companionShown(let index): companionShown(index)
        case .companionClicked(let index): companionClicked(index, at: now)
        case .companionFailed(let index, let code): companionFailed(index, code)
        case .overlayShown(let index) where stage.showsOverlay && stage.overlays.seen(index) != nil:
            stage.overlays.show(index)
        case .overlayClicked(let index) where stage.showsOverlay: overlayClicked(index)
        case .overlayFailed(let index, let code): overlayFailed(index, code)
        default: break
        }
    }

    /// Every change is counted, but not a repeated report of the same state.
    private mutating func change(
        _ state: WritableKeyPath<Switches, Bool?>, to value: Bool, _ names: [TrackingEvent.Name]
    ) {
        guard switches[keyPath: state] != value else { return }
        switches[keyPath: state] = value
        for name in names { repeatEvent(name) }
    }

    /// Opens a page; the ad pauses until the viewer comes back.
    private mutating func open(_ url: URLTemplate?, at now: Duration) {
        guard rules.opensPages, let url else { return }
        change(at: now) { $0.isAway = true }
        actions.append(.open(url))
    }

    private mutating func iconShown(_ index: Int) {
        guard let icon = icon(index), once(.item(.iconView, index)) else { return }
        for url in icon.value.viewTracking { request(url, from: icon.origin, for: .iconView) }
    }

    /// The fallback image is for players that cannot open the page. The ad pauses under it (VAST 4.3, section 3.11.6).
    private mutating func iconClicked(_ index: Int, at now: Duration) {
        guard let icon = icon(index) else { return }
        let tracking = icon.value.clickTracking.map { Sourced($0, from: icon.origin) }
        clicks(tracking, for: .iconClick, mark: .item(.iconClick, index))
        if rules.opensPages, let url = icon.value.clickThrough {
            open(url, at: now)
        } else if icon.value.fallbackImages.contains(where: { $0.url != nil }) {
            change(at: now) { $0.isAway = true }
            actions.append(.showIconFallback(index))
        }
    }

    private func icon(_ index: Int) -> Sourced<Icon>? {
        guard let all = ad.linear?.icons, all.indices.contains(index), stage.icons.isShown(index) else { return nil }
        return all[index]
    }

    mutating func companionShown(_ index: Int) {
        guard stage.companions.seen(index) != nil else { return }
        for index in [index] + stage.companions.counters where once(.item(.companion(.creativeView), index)) {
            guard let companion = stage.companions[index] else { continue }
            for event in companion.value.trackingEvents where event.name == .creativeView {
                request(event.url, from: companion.origin, for: .companion(.creativeView))
            }
        }
    }

    /// A companion without an address opens the video's page. If there is none either, a tap does nothing and counts
    /// nothing. After the end there is nothing to pause.
    mutating func companionClicked(_ index: Int, at now: Duration? = nil) {
        guard let shown = stage.companions.seen(index),
            let url = shown.value.clickThrough ?? ad.linear?.clickThrough?.value.url
        else { return }
        for index in [index] + stage.companions.counters {
            guard let companion = stage.companions[index] else { continue }
            let tracking = companion.value.clickTracking.map { Sourced($0, from: companion.origin) }
            clicks(tracking, for: .companionClick, mark: .item(.companionClick, index))
        }
        if let now, !stage.showsOverlay {
            open(url, at: now)
        } else if rules.opensPages {
            actions.append(.open(url))
        }
    }

    /// Before the first frame, an unmet demand ends the ad with 602. After it the ad was shown and counted, so 602 is
    /// reported and the ad continues. Other failures are reported with their own code.
    mutating func companionFailed(_ index: Int, _ code: ErrorCode) {
        guard stage.companions[index] != nil else { return }
        let wasUnmet = stage.companions.isDemandUnmet
        stage.companions.fail(index)
        if phase == .waiting, stage.companions.isDemandUnmet {
            fail(.requiredCompanion)
        } else if stage.companions.isDemandUnmet, !wasUnmet {
            error(.requiredCompanion)
        } else {
            error((600...604).contains(code.rawValue) ? code : .companion)
        }
    }

    /// The page covers the content; the app decides whether the content pauses.
    private mutating func overlayClicked(_ index: Int) {
        guard let all = ad.nonLinear, let overlay = stage.overlays.seen(index) else { return }
        // The complete ad is the last document of a chain. A plan without a chain has level 0.
        let origin = ad.origins.last ?? Origin(level: 0)
        let own = overlay.clickTracking.map { Sourced($0, from: origin) }
        clicks(all.clickTracking + own, for: .overlayClick, mark: .item(.overlayClick, index))
        if let url = overlay.clickThrough, rules.opensPages { actions.append(.open(url)) }
    }

    /// Another version of the overlay replaces one that cannot be shown. Without another version the ad has failed,
    /// unless it has a video.
    mutating func overlayFailed(_ index: Int, _ code: ErrorCode) {
        guard stage.overlays[index] != nil, phase == .waiting || stage.showsOverlay else { return }
        let code = (500...503).contains(code.rawValue) ? code : .nonLinear
        let wasWanted = stage.overlays.shown.map { $0 == index } ?? (stage.overlays.next == index && opening.isBegun)
        stage.overlays.fail(index)
        guard stage.showsOverlay else { return error(code) }
        guard let next = stage.overlays.next else { return fail(code) }
        error(code)
        if wasWanted { actions.append(.showOverlay(next)) }
    }

    /// The duration of an overlay is known when its minimum duration has passed, or when the viewer closed it,
    /// minimised it or accepted its invitation, whichever comes first. `[ADPLAYHEAD]` gives the duration.
    mutating func requestOverlayView() {
        if stage.showsOverlay { event(.overlayViewDuration) }
    }

    /// The video continues without the interactive file.
    mutating func interactiveFailed(_ code: ErrorCode) {
        error(code == .interactiveNotExecuted ? code : .interactive)
    }

    /// The vendor gets the reason, and the servers of the chain get error 410. The ad continues.
    mutating func verificationFailed(_ index: Int, _ why: Verification.Reason) {
        let name = TrackingEvent.Name.verificationNotExecuted
        guard ad.verifications.indices.contains(index), once(.item(.event(name), index)) else { return }
        let verification = ad.verifications[index]
        for event in verification.value.trackingEvents where event.name == name {
            request(event.url, from: verification.origin, for: .verification(name, why))
        }
        error(.verificationNotExecuted)
    }
}
