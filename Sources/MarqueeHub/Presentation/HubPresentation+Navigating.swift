import Foundation
import MarqueeCore
import MarqueeWire

extension HubPresentation {
    /// A page ready to be shown.
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

    /// - Throws: ``HubError`` with `missingContent` or `missingDatabase`; the current page stays.
    func navigate(to uri: ContentURI) throws(HubError) {
        show(try compose(uri), scrollPosition: 0) { $0.navigated(to: uri) }
    }

    func compose(_ uri: ContentURI) throws(HubError) -> Composed {
        let source = try currentSource()
        let policy = PagePolicy(gate: context.gate(), adapterScriptHashes: source.scriptHashes)
        let page = try source.page(uri, policy: policy, at: context.core.environment.now(), revoked: context.revoked())
        return Composed(page: page, policy: policy, release: source.release.version)
    }

    /// Leaves the current page for the next one.
    ///
    /// Told to the app exactly once per navigation.
    func show(_ composed: Composed, scrollPosition: Double, moving: (inout NavigationHistory) -> Void) {
        let item = composed.page.item
        let isShown = state.withLock { session in
            guard let queue = session.queue else { return false }
            leave(&session)
            moving(&session.history)
            session.visits += 1
            let page = HubPage(
                id: .init(session.visits), uri: item.uri, type: item.type, title: item.title, language: item.language,
                html: composed.page.html,
                headers: composed.policy.headers, scrollPosition: scrollPosition)
            session.visit = PresentationState.Visit(page: page, item: item, words: composed.page.words)
            queue(.update(session.controls))
            queue(.load(page))
            return true
        }
        guard isShown else { return }
        context.post(.contentChanged(type: item.type, url: item.uri.description, title: item.title))
        report(composed.page.removed, of: item.uri)
    }

    /// Reports what was read since the last report, and stops the clock.
    func leave(_ session: inout PresentationState) {
        guard var visit = session.visit, let release = session.source?.release.version else { return }
        let now = context.core.environment.uptime()
        if let reading = visit.meter?.report(at: now) {
            session.stay.recorder.read(visit.item, release: release, reading)
        }
        visit.meter?.paused(at: now)
        session.visit = visit
    }

    func enteredBackground() {
        state.withLock { leave(&$0) }
    }

    func enteredForeground() {
        let now = context.core.environment.uptime()
        state.withLock { session in
            guard session.queue != nil else { return }
            session.visit?.meter?.resumed(at: now)
        }
    }
}
