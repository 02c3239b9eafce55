import Foundation
import MarqueeCore
import MarqueeWire

extension HubPresentation {
    /// A page that is ready to show.
    struct Composed: Sendable {
        let page: PageSource.Page
        let policy: PagePolicy
        let release: Int
    }

    func currentSource() throws(HubError) -> PageSource {
        guard let source = state.withLock({ $0.source }) else {
            throw HubError(.invalidState, "the hub has no content yet")
        }
        return source
    }

    /// - Throws: ``HubError`` with `missingContent` or `missingDatabase`. Then the current page stays.
    func navigate(to uri: ContentURI) throws(HubError) {
        show(try compose(uri), scrollPosition: 0) { $0.navigated(to: uri) }
    }

    func compose(_ uri: ContentURI) throws(HubError) -> Composed {
        let source = try currentSource()
        let policy = PagePolicy(gate: context.gate(), adapterScriptHashes: source.scriptHashes)
        let page = try source.page(uri, policy: policy, at: context.core.environment.now(), revoked: context.revoked())
        return Composed(page: page, policy: policy, release: source.release.version)
    }

    /// Leaves the current page and shows the next one.
    ///
    /// The app receives exactly one notice per navigation.
    func show(_ composed: Composed, scrollPosition: Double, moving: (inout NavigationHistory) -> Void) {
        let item = composed.page.item
        let isShown = state.withLock { state in
            guard let queue = state.queue else { return false }
            leave(&state)
            moving(&state.history)
            state.visits += 1
            let page = HubPage(
                id: .init(state.visits), uri: item.uri, type: item.type, title: item.title, language: item.language,
                html: composed.page.html,
                headers: composed.policy.headers, scrollPosition: scrollPosition)
            state.visit = PresentationState.Visit(page: page, item: item, words: composed.page.words)
            queue(.update(state.controls))
            queue(.load(page))
            return true
        }
        guard isShown else { return }
        context.post(.contentChanged(type: item.type, url: item.uri.description, title: item.title))
        report(composed.page.removed, of: item.uri)
    }

    /// Records the reading since the last report, and stops the reading time.
    func leave(_ state: inout PresentationState) {
        guard var visit = state.visit, let release = state.source?.release.version else { return }
        let now = context.core.environment.uptime()
        if let reading = visit.meter?.report(at: now) {
            state.stay.recorder.read(visit.item, release: release, reading)
        }
        visit.meter?.paused(at: now)
        state.visit = visit
    }

    func enteredBackground() {
        state.withLock { leave(&$0) }
    }

    func enteredForeground() {
        let now = context.core.environment.uptime()
        state.withLock { state in
            guard state.queue != nil else { return }
            state.visit?.meter?.resumed(at: now)
        }
    }
}
