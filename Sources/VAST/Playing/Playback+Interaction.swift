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
        case .fullscreenEntered: repeatEvents([.fullscreen, .playerExpand])
        case .fullscreenExited: repeatEvents([.exitFullscreen, .playerCollapse])
        case .expanded: repeatEvents([.expand, .adExpand])
        case .collapsed: repeatEvents([.collapse, .adCollapse])
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

    private mutating func repeatEvents(_ names: [TrackingEvent.Name]) {
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
        guard let shown = companions[index], once(.item(.companion(.creativeView), index)) else { return }
        for companion in [shown] + companions.bareCounters {
            for event in companion.value.trackingEvents where event.name == .creativeView {
                request(event.url, from: companion.origin, for: .companion(.creativeView))
            }
        }
    }

    /// A companion without an address of its own opens the video's.
    mutating func companionClicked(_ index: Int) {
        guard let shown = companions[index] else { return }
        let tracking = ([shown] + companions.bareCounters).flatMap { companion in
            companion.value.clickTracking.map { Sourced($0, from: companion.origin) }
        }
        clicks(tracking, for: .companionClick, mark: .item(.companionClick, index))
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
