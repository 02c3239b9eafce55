extension Playback {
    mutating func handleInteraction(_ event: Event) {
        switch event {
        case .clicked:
            clicks(ad.linear?.clickTracking ?? [], for: .click)
            open(ad.linear?.clickThrough?.value.url)
        case .interacted:
            clicks(ad.linear?.customClicks ?? [], for: .customClick)
            self.event(.otherAdInteraction)
        case .invitationAccepted: events([.acceptInvitation, .acceptInvitationLinear])
        case .fullscreenEntered: change(\.isFullscreen, to: true, [.fullscreen, .playerExpand])
        case .fullscreenExited: change(\.isFullscreen, to: false, [.exitFullscreen, .playerCollapse])
        case .expanded: change(\.isExpanded, to: true, [.expand, .adExpand])
        case .collapsed: change(\.isExpanded, to: false, [.collapse, .adCollapse])
        case .minimized: self.event(.minimize)
        case .interactiveStarted: self.event(.interactiveStart)
        case .iconShown(let index): iconShown(index)
        case .iconClicked(let index): iconClicked(index)
        case .companionShown(let index): companionShown(index)
        case .companionClicked(let index): companionClicked(index)
        case .companionFailed(let index, let code): companionFailed(index, code)
        case .overlayClicked(let index): overlayClicked(index)
        default: break
        }
    }

    /// Counted at every change, but not when a player says the same thing again.
    private mutating func change(
        _ state: WritableKeyPath<Switches, Bool?>, to value: Bool, _ names: [TrackingEvent.Name]
    ) {
        guard switches[keyPath: state] != value else { return }
        switches[keyPath: state] = value
        for name in names { repeatEvent(name) }
    }

    private mutating func open(_ url: URLTemplate?) {
        if let url { actions.append(.open(url)) }
    }

    private mutating func iconShown(_ index: Int) {
        guard let icon = icon(index), once(.item(.iconView, index)) else { return }
        for url in icon.value.viewTracking { request(url, from: icon.origin, for: .iconView) }
    }

    private mutating func iconClicked(_ index: Int) {
        guard let icon = icon(index) else { return }
        let tracking = icon.value.clickTracking.map { Sourced($0, from: icon.origin) }
        clicks(tracking, for: .iconClick, mark: .item(.iconClick, index))
        if let url = icon.value.clickThrough {
            open(url)
        } else if !icon.value.fallbackImages.isEmpty {
            actions.append(.showIconFallback(index))
        }
    }

    private func icon(_ index: Int) -> Sourced<Icon>? {
        guard let all = ad.linear?.icons, all.indices.contains(index), icons.isShown(index) else { return nil }
        return all[index]
    }

    mutating func companionShown(_ index: Int) {
        guard companions[index] != nil else { return }
        for index in [index] + companions.bareCounters where once(.item(.companion(.creativeView), index)) {
            guard let companion = companions[index] else { continue }
            for event in companion.value.trackingEvents where event.name == .creativeView {
                request(event.url, from: companion.origin, for: .companion(.creativeView))
            }
        }
    }

    /// A companion without an address of its own opens the video's.
    mutating func companionClicked(_ index: Int) {
        guard let shown = companions[index] else { return }
        for index in [index] + companions.bareCounters {
            guard let companion = companions[index] else { continue }
            let tracking = companion.value.clickTracking.map { Sourced($0, from: companion.origin) }
            clicks(tracking, for: .companionClick, mark: .item(.companionClick, index))
        }
        open(shown.value.clickThrough ?? ad.linear?.clickThrough?.value.url)
    }

    /// A demand that is not met ends the ad with 602; any other failure is counted and the ad goes on.
    mutating func companionFailed(_ index: Int, _ code: ErrorCode) {
        guard companions[index] != nil else { return }
        if companions.fail(index) { fail(.requiredCompanion) } else { error(code) }
    }

    private mutating func overlayClicked(_ index: Int) {
        guard let all = ad.nonLinear, all.items.indices.contains(index) else { return }
        // The complete ad is the last of a chain; without a chain the plan stands for itself.
        let origin = ad.origins.last ?? Origin(level: 0)
        let own = all.items[index].clickTracking.map { Sourced($0, from: origin) }
        let added = own.filter { !all.clickTracking.contains($0) }
        clicks(all.clickTracking + added, for: .overlayClick, mark: .item(.overlayClick, index))
        open(all.items[index].clickThrough)
    }

    mutating func verificationFailed(_ index: Int, _ why: Verification.Reason) {
        let name = TrackingEvent.Name.verificationNotExecuted
        guard ad.verifications.indices.contains(index), once(.item(.event(name), index)) else { return }
        let verification = ad.verifications[index]
        for event in verification.value.trackingEvents where event.name == name {
            request(event.url, from: verification.origin, for: .verification(name, why))
        }
    }
}
