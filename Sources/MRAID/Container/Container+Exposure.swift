extension Container {
    /// The visible part of the page. Nothing is visible while the app is in the background or something covers the ad.
    /// Nothing of the first page is visible while the second page covers it.
    func exposure(of page: Page) -> Exposure {
        guard surroundings.isSeen, state != .hidden, let record = pages[page] else { return .none }
        if page == .first, pages[.second] != nil, state == .expanded { return .none }
        return record.reported
    }

    /// The result of `isViewable()`. For a two-part ad, both pages get the result for the part on screen (2.0,
    /// "isViewable").
    func isViewable(_ page: Page) -> Bool {
        let isCovered = page == .first && pages[.second] != nil && state == .expanded
        return exposure(of: isCovered ? .second : page).isViewable
    }

    /// Records that a new listener must receive a first call with the current value. Before `ready`, the call waits.
    mutating func addFirstCall(_ event: ScriptEvent.Name, token: Int, to page: Page) {
        guard let count = pages[page]?.firstCalls.count, count < 64 else {
            return report("Too many listeners are waiting", .addEventListener, to: page)
        }
        pages[page]?.listenedEvents.insert(event)
        pages[page]?.firstCalls.append(ScriptEvent(event, listener: token))
    }

    mutating func queueExposureEvents() {
        for page in Page.allCases where pages[page]?.isReady == true {
            queueViewableChange(page)
            if pages[page]?.listenedEvents.contains(.exposureChange) == true { queueExposureChange(to: page) }
        }
        queueVolumeChange()
        for page in Page.allCases where pages[page]?.isReady == true { queueFirstCalls(page) }
    }

    private mutating func queueViewableChange(_ page: Page) {
        let isViewable = isViewable(page)
        guard pages[page]?.isViewable != isViewable else { return }
        pages[page]?.isViewable = isViewable
        pages[page]?.events.append(ScriptEvent(.viewableChange, [.bool(isViewable)]))
    }

    /// Sends at most one `exposureChange` per interval. A change within the interval is sent when the interval ends, if
    /// the value still differs. An ad that leaves the screen for good gets its last event at once.
    private mutating func queueExposureChange(to page: Page) {
        let exposure = exposure(of: page)
        guard let record = pages[page], let sent = record.sentExposure, sent != exposure else { return }
        let due = record.exposureSentAt + configuration.limits.exposureInterval
        guard clock.now >= due || state == .hidden else { return }
        pages[page]?.sentExposure = exposure
        pages[page]?.exposureSentAt = clock.now
        pages[page]?.events.append(ScriptEvent(.exposureChange, exposure.arguments))
    }

    private mutating func queueVolumeChange() {
        let volume = surroundings.volume
        defer { presented.sentVolume = .some(volume) }
        guard let sent = presented.sentVolume, sent != volume else { return }
        for page in Page.allCases where pages[page]?.listenedEvents.contains(.audioVolumeChange) == true {
            guard pages[page]?.isReady == true else { continue }
            pages[page]?.events.append(ScriptEvent(.audioVolumeChange, [ScriptValue(volume)]))
        }
    }

    private mutating func queueFirstCalls(_ page: Page) {
        guard var record = pages[page], !record.firstCalls.isEmpty else { return }
        let present = exposure(of: page)
        for var event in record.firstCalls {
            event.arguments = event.name == .exposureChange ? present.arguments : [ScriptValue(surroundings.volume)]
            record.events.append(event)
        }
        if record.sentExposure == nil, record.listenedEvents.contains(.exposureChange) {
            record.sentExposure = present
            record.exposureSentAt = clock.now
        }
        record.firstCalls = []
        pages[page] = record
    }
}

extension Exposure {
    fileprivate var arguments: [ScriptValue] {
        [
            .number(percentage),
            visibleRectangle.map(ScriptValue.init) ?? .null,
            occlusionRectangles.map { .list($0.map(ScriptValue.init)) } ?? .null,
        ]
    }
}
