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
        let isAllowed = navigate(request, from: page)
        return Navigation(isAllowed: isAllowed, actions: finish())
    }

    /// Decides a navigation; true for one that takes place.
    mutating func navigate(_ request: NavigationPolicy.Request, from page: Page) -> Bool {
        let policy = NavigationPolicy(links: configuration.links, features: surroundings.features)
        switch policy.decide(request) {
        case .allow: return true
        case .refuse(let refusal): actions.append(.note(Problem(refusal.message, action: "navigation")))
        case .open(let link, let destination):
            guard isAdmitted(page), comingState != .hidden, takeTap(for: .navigation(request), from: page) else {
                return false
            }
            actions.append(.reportClick)
            actions.append(.open(link, in: destination))
        }
        return false
    }
}
