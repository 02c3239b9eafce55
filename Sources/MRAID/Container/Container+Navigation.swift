extension Container {
    /// The answer to a navigation request of a web view or frame.
    public struct Navigation: Sendable, Hashable {
        /// Whether the navigation continues where it was requested. If not, the host cancels it.
        public var isAllowed: Bool
        /// The actions for the host, as after any input.
        public var actions: [HostAction]
    }

    /// Decides a navigation by ``NavigationPolicy`` and the tap rule.
    ///
    /// A navigation out of the ad opens outside the ad and counts as a click. If `mraid.open()` has already used the
    /// tap, the navigation does not open a second time.
    public mutating func received(
        _ request: NavigationPolicy.Request, from page: Page, at now: Duration
    ) -> Navigation {
        advance(to: now)
        guard !isFinished, pages[page] != nil else { return Navigation(isAllowed: false, actions: finish()) }
        let isAllowed = decision(on: request) == .allow
        if !isAllowed, isAdmitted(page) { leadOut(request, from: page) }
        return Navigation(isAllowed: isAllowed, actions: finish())
    }

    /// Opens the navigation's target outside the ad, if the person tapped.
    mutating func leadOut(_ request: NavigationPolicy.Request, from page: Page) {
        switch decision(on: request) {
        case .allow: return
        case .refuse(let refusal): logNavigation(refusal.message)
        case .open where comingState == .hidden: logNavigation("Not available while hidden")
        case .open(let link, let destination):
            guard consumeTap(for: .navigation(request), from: page) else { return }
            actions.append(.reportClick)
            actions.append(.open(link, in: destination))
        }
    }

    mutating func logNavigation(_ message: String) {
        actions.append(.logProblem(Problem(message, action: "navigation")))
    }

    private func decision(on request: NavigationPolicy.Request) -> NavigationPolicy.Decision {
        NavigationPolicy(links: configuration.links, features: surroundings.features).decide(request)
    }
}
