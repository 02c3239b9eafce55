extension Container {
    /// What becomes of a navigation that a web view or a frame asks about.
    public struct Navigation: Sendable, Hashable {
        /// Whether it takes place where it was asked for. The host cancels every other.
        public var isAllowed: Bool
        /// What the host does, as after any input.
        public var actions: [HostAction]
    }

    /// Decides a navigation, by ``NavigationPolicy`` and the tap rule.
    ///
    /// What leads out of the ad opens outside it and counts as a click; a tap that `mraid.open()` used up does not open it a
    /// second time.
    public mutating func received(
        _ request: NavigationPolicy.Request, from page: Page, at now: Duration
    ) -> Navigation {
        advance(to: now)
        guard !isFinished, pages[page] != nil else { return Navigation(isAllowed: false, actions: finish()) }
        let isAllowed = decision(on: request) == .allow
        if !isAllowed, isAdmitted(page) { leadOut(request, from: page) }
        return Navigation(isAllowed: isAllowed, actions: finish())
    }

    /// Opens what the navigation leads to, if the person tapped.
    mutating func leadOut(_ request: NavigationPolicy.Request, from page: Page) {
        switch decision(on: request) {
        case .allow: return
        case .refuse(let refusal): noteNavigation(refusal.message)
        case .open where comingState == .hidden: noteNavigation("Not while hidden")
        case .open(let link, let destination):
            guard takeTap(for: .navigation(request), from: page) else { return }
            actions.append(.reportClick)
            actions.append(.open(link, in: destination))
        }
    }

    mutating func noteNavigation(_ message: String) {
        actions.append(.note(Problem(message, action: "navigation")))
    }

    private func decision(on request: NavigationPolicy.Request) -> NavigationPolicy.Decision {
        NavigationPolicy(links: configuration.links, features: surroundings.features).decide(request)
    }
}
