extension Container {
    mutating func advance(to now: Duration) {
        clock.now = max(clock.now, now)
    }

    /// Ends everything whose time limit has passed: pages that did not load, changes of place without an answer,
    /// requests without a tap. If the host wakes the container too early, the container asks for another wake.
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
        guard !isFinished else { return }
        refuseOverdueRequests()
        settleOverdue()
    }

    /// Requests a wake for the earliest time limit.
    mutating func schedule() {
        let dues = Page.allCases.flatMap { [loadDue($0), exposureDue($0), pages[$0]?.waiting.map(\.until).min()] }
        guard let due = (dues + [transitions.first?.due]).compactMap(\.self).min() else { return }
        if let wake = clock.wakeAt, wake <= due { return }
        clock.wakeAt = due
        actions.append(.wake(after: max(.zero, due - clock.now)))
    }

    /// Ends a change of place that the host did not answer. The container asks the host for the default place. It
    /// assumes that this change is done when it is not answered either, because nothing else is left to try.
    private mutating func settleOverdue() {
        guard let transition = transitions.first, clock.now >= transition.due else { return }
        guard transition.target != .default else { return settled() }
        failed(transition.target == .expanded ? .expand : .resize, transition.page, "The host did not answer in time")
        if comingState != .default || transitions.isEmpty { restore(for: transition.page) }
    }

    private func loadDue(_ page: Page) -> Duration? {
        guard let record = pages[page], !record.isLoaded, let askedAt = record.askedAt else { return nil }
        return askedAt + configuration.limits.loadTime
    }

    /// When the page may receive a changed exposure that came too soon after the last event.
    private func exposureDue(_ page: Page) -> Duration? {
        guard let record = pages[page], let sent = record.sentExposure, sent != exposure(of: page) else { return nil }
        return record.exposureSentAt + configuration.limits.exposureInterval
    }
}
