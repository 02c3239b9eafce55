extension Container {
    mutating func execute(_ message: Message, from page: Page) {
        let command = message.command
        guard command.exists(in: configuration.version) else {
            return report("MRAID \(configuration.version.rawValue) has no \(command.rawValue)", command, to: page)
        }
        switch message {
        case .loaded: loaded(page)
        case .listenerAdded(let event, let token): addFirstCall(event, token: token, to: page)
        case .close: close(from: page)
        case .expand(let url): expand(to: url, from: page)
        case .resize: resize(from: page)
        case .unload: unload(reason: "The ad called unload()", from: page)
        case .initVpaid: report("VPAID is not supported", command, to: page)
        case .setExpandProperties(let width, let height, let usesCustomClose):
            setExpandProperties(width, height, usesCustomClose, from: page)
        case .setResizeProperties(let properties): setResizeProperties(properties, from: page)
        case .setOrientationProperties(let allows, let forced): setOrientationProperties(allows, forced, from: page)
        case .useCustomClose(let value): useCustomClose(value, from: page)
        case .open, .playVideo, .storePicture, .createCalendarEvent: request(message, from: page)
        }
    }

    // MARK: Expand

    /// Covers the screen with the ad itself, or with a second page if the ad gives a URL. A text that is not a URL
    /// counts as no URL (2.0, "expand").
    mutating func expand(to url: String?, from page: Page) {
        if comingState == .loading || comingState == .hidden || comingState == .expanded {
            return logProblem("No effect while \(comingState.rawValue)", .expand)
        }
        guard configuration.placement == .inline else {
            return report("An interstitial cannot be expanded", .expand, to: page)
        }
        var link: LinkPolicy.Link?
        if let url, LinkPolicy.Link(url) != nil {
            do throws(LinkPolicy.Refusal) {
                link = try configuration.links.judgeResource(url)
            } catch {
                return report(error.message, .expand, to: page)
            }
        }
        guard link == nil || pages[.second] == nil else { return report("The ad is still closing", .expand, to: page) }
        guard hasRoom(for: .expand, from: page), consumeTap(for: .message(.expand(url: url)), from: page) else {
            return
        }
        var transition = Transition(target: .expanded, frame: Rectangle(layout.maxSize), page: page, due: settleDue)
        transition.usesCustomClose = properties.expand.usesCustomClose
        transitions.append(transition)
        if link != nil { pages[.second] = PageRecord(askedAt: clock.now) }
        // The host turns first, so that the ad opens in the orientation that it requested.
        presentOrientation()
        actions.append(.expand(HostAction.Expansion(url: link, frame: Rectangle(layout.maxSize))))
    }

    // MARK: Resize

    mutating func resize(from page: Page) {
        switch comingState {
        case .loading, .hidden: return logProblem("No effect while \(comingState.rawValue)", .resize)
        case .expanded: return report("An expanded ad cannot be resized", .resize, to: page)
        case .default, .resized: break
        }
        guard configuration.placement == .inline else {
            return report("An interstitial cannot be resized", .resize, to: page)
        }
        guard let properties = properties.resize else {
            guard !self.properties.resizeFaultIsReported else {
                return logProblem("The properties were refused earlier", .resize)
            }
            return report("setResizeProperties was not called", .resize, to: page)
        }
        switch ResizeJudge(layout: layout, version: configuration.version).judge(properties) {
        case .failure(let fault): report(fault.message, .resize, to: page)
        case .success(let outcome):
            guard hasRoom(for: .resize, from: page), consumeTap(for: .message(.resize), from: page) else { return }
            transitions.append(
                Transition(
                    target: .resized, frame: outcome.frame, closePosition: outcome.closePosition, page: page,
                    due: settleDue))
            actions.append(.resize(to: outcome.frame))
        }
    }

    // MARK: Close

    /// Returns an expanded or resized ad to its default place, and removes an ad in the default state.
    ///
    /// For a banner in the default state the standard leaves the effect open; ``Configuration/defaultClose`` decides.
    /// Closing needs no tap: an ad may always leave.
    mutating func close(from page: Page?) {
        switch comingState {
        case .hidden: logProblem("No effect while hidden", .close)
        case .loading where page == nil && configuration.placement == .interstitial: dismiss()
        case .loading: logProblem("No effect while loading", .close)
        case .expanded, .resized:
            restore(for: page ?? .first)
        case .default where !transitions.isEmpty: logProblem("The ad is already closing", .close)
        case .default where configuration.placement == .interstitial: dismiss()
        case .default where configuration.defaultClose == .hides:
            enter(.hidden)
            flushCalls()
            actions.append(.hide)
        case .default: report("There is nothing to close", .close, to: page ?? .first)
        }
    }

    private mutating func dismiss() {
        enter(.hidden)
        flushCalls()
        leavePresentation()
        isFinished = true
        actions.append(.dismiss)
    }

    mutating func unload(reason: String, from page: Page?) {
        enter(.hidden)
        flushCalls()
        leavePresentation()
        isFinished = true
        actions.append(.unload(reason: reason))
    }

    /// Asks the host to move the ad to its default place.
    mutating func restore(for page: Page) {
        transitions.append(
            Transition(target: .default, frame: layout.defaultPosition, page: page, due: settleDue))
        actions.append(.restore)
    }

    private var settleDue: Duration { clock.now + configuration.limits.settleTime }

    /// Whether the host may be asked for one more change of place. If not, the page gets an error. Going back to the
    /// default place is always possible.
    private mutating func hasRoom(for command: Command, from page: Page) -> Bool {
        if transitions.count < 4 { return true }
        report("The host has not completed earlier changes", command, to: page)
        return false
    }
}
