extension Playback {
    mutating func once(_ mark: Mark) -> Bool { counted.insert(mark).inserted }

    mutating func request(_ url: URLTemplate, from origin: Origin, for reason: Reason) {
        actions.append(
            .request(Request(url, from: origin, for: reason, at: progress.playhead, assetURI: assetURI)))
    }

    mutating func request(_ urls: [Sourced<URLTemplate>], for reason: Reason) {
        for url in urls { request(url.value, from: url.origin, for: reason) }
    }

    /// The events of the part that is shown.
    var trackers: [Sourced<TrackingEvent>] {
        (stage.showsOverlay ? ad.nonLinear?.trackingEvents : ad.linear?.trackingEvents) ?? []
    }

    /// Requests the event's addresses every time it occurs.
    mutating func repeatEvent(_ name: TrackingEvent.Name) {
        for event in trackers where event.value.name == name {
            request(event.value.url, from: event.origin, for: .event(name))
        }
    }

    mutating func event(_ name: TrackingEvent.Name) {
        if once(.reason(.event(name))) { repeatEvent(name) }
    }

    mutating func events(_ names: some Sequence<TrackingEvent.Name>) {
        for name in names { event(name) }
    }

    mutating func clicks(_ clicks: [Sourced<Click>], for reason: Reason, mark: Mark? = nil) {
        guard once(mark ?? .reason(reason)) else { return }
        for click in clicks { request(click.value.url, from: click.origin, for: reason) }
    }

    mutating func error(_ code: ErrorCode) {
        if once(.reason(.error(code))) { request(ad.errors, for: .error(code)) }
    }

    /// `closeLinear` is only defined for linear parts. Servers of 2.0 write `close` there.
    mutating func requestClosing() { events(stage.showsOverlay ? [.close] : [.closeLinear, .close]) }

    mutating func requestViewability() {
        guard once(.reason(.viewable)) else { return }
        let reason: Reason =
            clocks.meter.isViewable ? .viewable : clocks.meter.isMeasured ? .notViewable : .undetermined
        for list in ad.viewableImpressions {
            let urls =
                switch reason {
                case .viewable: list.value.viewable
                case .notViewable: list.value.notViewable
                default: list.value.undetermined
                }
            for url in urls { request(url, from: list.origin, for: reason) }
        }
    }

    mutating func request(_ milestones: [Milestone]) {
        guard !milestones.isEmpty else { return }
        let trackers = trackers
        for milestone in milestones {
            switch milestone {
            case .quarter(let name): event(name)
            case .progress(let index):
                let event = trackers[index]
                request(event.value.url, from: event.origin, for: .event(event.value.name))
            }
        }
    }

    mutating func apply(_ changes: [IconSchedule.Change]) {
        actions += changes.map { change in
            switch change {
            case .show(let index): .showIcon(index)
            case .hide(let index): .hideIcon(index)
            }
        }
    }
}
