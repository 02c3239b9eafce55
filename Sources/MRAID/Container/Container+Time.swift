extension Container {
    mutating func advance(to now: Duration) {
        clock.now = max(clock.now, now)
    }

    /// Gives up what did not load in time. A wake that comes early is asked for again.
    mutating func timePassed() {
        if let wake = clock.wakeAt, clock.now < wake {
            actions.append(.wake(after: wake - clock.now))
        } else {
            clock.wakeAt = nil
        }
        for page in Page.allCases {
            guard let due = loadDue(page), clock.now >= due else { continue }
            failed(page, page == .first ? "The ad did not load in time" : "The second page did not load in time")
        }
    }

    /// Asks for a wake at the earliest moment at which there will be something to do.
    mutating func schedule() {
        let dues = Page.allCases.flatMap { [loadDue($0), exposureDue($0)] }.compactMap(\.self)
        guard let due = dues.min() else { return }
        if let wake = clock.wakeAt, wake <= due { return }
        clock.wakeAt = due
        actions.append(.wake(after: max(.zero, due - clock.now)))
    }

    private func loadDue(_ page: Page) -> Duration? {
        guard let record = pages[page], !record.isLoaded, let askedAt = record.askedAt else { return nil }
        return askedAt + configuration.limits.loadTime
    }

    /// When the page may hear of a changed exposure that came too soon after the last.
    private func exposureDue(_ page: Page) -> Duration? {
        guard let record = pages[page], let sent = record.sentExposure, sent != exposure(of: page) else { return nil }
        return record.exposureSentAt + configuration.limits.exposureInterval
    }
}
