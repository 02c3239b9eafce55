extension Container {
    mutating func handle(_ event: HostEvent) {
        switch event {
        case .pageLoaded(let page): loaded(page)
        case .pageFailed(let page, let reason): failed(page, reason)
        case .tapped(let page): tapped(page)
        case .closeTapped: close(from: nil)
        case .settled: settled()
        case .failed(let command, let page, let reason): failed(command, page, reason)
        case .videoEnded: surroundings.videos = max(surroundings.videos - 1, 0)
        case .laidOut(let layout, let resized): laidOut(layout, resized)
        case .turned(let orientation): surroundings.appOrientation = orientation
        case .exposed(let page, let exposure): pages[page]?.reported = exposure
        case .covered: surroundings.covers = min(surroundings.covers + 1, 1_000)
        case .uncovered: surroundings.covers = max(surroundings.covers - 1, 0)
        case .backgrounded: surroundings.isForeground = false
        case .foregrounded: surroundings.isForeground = true
        case .volumeChanged(let volume): surroundings.volume = volume.flatMap(Self.percentage)
        case .located(let location): surroundings.location = location
        case .featuresChanged(let features): surroundings.features = features
        case .timePassed: timePassed()
        }
    }

    private static func percentage(_ value: Double) -> Double? {
        value.isFinite ? min(100, max(0, value)) : nil
    }

    mutating func loaded(_ page: Page) {
        guard let record = pages[page], !record.isLoaded else { return }
        pages[page]?.isLoaded = true
        pages[page]?.isAwake = true
        pages[page]?.pushed = nil
        if page == .first { enter(.default) }
        sendReady()
    }

    /// Sends `stateChange` and then `ready` to each page that has loaded and may start.
    ///
    /// The second page may start when the ad is expanded, because its first state is `expanded`.
    private mutating func sendReady() {
        for page in Page.allCases {
            guard let record = pages[page], record.isLoaded, !record.isReady, state != .loading else { continue }
            if page == .second, state != .expanded { continue }
            pages[page]?.isReady = true
            pages[page]?.events.append(ScriptEvent(.stateChange, [.text(state.rawValue)]))
            pages[page]?.events.append(ScriptEvent(.ready))
        }
        if presented.announcedSize == nil { presented.announcedSize = currentPosition.size }
    }

    mutating func failed(_ page: Page, _ reason: String) {
        guard pages[page]?.isLoaded == false else { return }
        switch page {
        case .first: unload(reason: String(reason.prefix(200)), from: nil)
        case .second:
            report(String(reason.prefix(200)), .expand, to: .first)
            if comingState == .expanded { close(from: nil) }
        }
    }

    mutating func settled() {
        guard !transitions.isEmpty else { return logProblem("No change of place is waiting for an answer", .loaded) }
        let transition = transitions.removeFirst()
        currentPosition =
            switch transition.target {
            case .expanded: Rectangle(layout.maxSize)
            case .default: layout.defaultPosition
            default: transition.frame
            }
        presented.closePosition = transition.closePosition
        if transition.target == .expanded { presented.usesCustomClose = transition.usesCustomClose }
        if transition.target == .default { pages[.second] = nil }
        // If the ad was asked to go back before the way out failed, the state has not changed, and no event is sent.
        if transition.target != .default || state != .default { enter(transition.target) }
        sendReady()
    }

    mutating func failed(_ command: Command, _ page: Page, _ reason: String) {
        let message = String(reason.prefix(200))
        switch command {
        case .expand, .resize, .close:
            guard let transition = transitions.first, transition.target == command.target else { return }
            transitions.removeFirst()
            if command == .expand { pages[.second] = nil }
            report(message, command, to: transition.page)
        case .playVideo, .storePicture, .createCalendarEvent, .open:
            if command == .playVideo { surroundings.videos = max(surroundings.videos - 1, 0) }
            report(message, command, to: page)
        default: return
        }
    }

    private mutating func laidOut(_ layout: Layout, _ resized: Rectangle?) {
        self.layout = layout
        // A change under way ends at the frame that the host reports, not at the frame that was requested.
        if let resized, let first = transitions.first, first.target == .resized { transitions[0].frame = resized }
        for index in transitions.indices where transitions[index].target == .expanded {
            transitions[index].frame = Rectangle(layout.maxSize)
        }
        switch state {
        case .expanded: currentPosition = Rectangle(layout.maxSize)
        case .resized: currentPosition = resized ?? currentPosition
        case .loading, .default, .hidden: currentPosition = layout.defaultPosition
        }
    }

    /// Changes the state and informs the pages that are ready. A page that becomes ready with this state is informed by
    /// ``sendReady()``.
    mutating func enter(_ state: State) {
        self.state = state
        announce(ScriptEvent(.stateChange, [.text(state.rawValue)]))
    }
}

extension Container.Command {
    /// The state that the command aims at.
    fileprivate var target: Container.State? {
        switch self {
        case .expand: .expanded
        case .resize: .resized
        case .close: .default
        default: nil
        }
    }
}
