import Foundation
import MarqueeCore
public import MarqueeWire

/// A presented hub: what the app navigates with, and what its ``HubSurface`` reports to.
///
/// Keep it only to present it again with ``Hub/presentExisting(_:on:)``; while it is displayed the ``Hub`` keeps it.
/// All calls are safe from any thread and return at once; the surface hears of their effects in order.
public final class HubPresentation: Sendable {
    /// Two steps through the history within this time are one (a finger that bounces).
    static let stepInterval = Duration.milliseconds(300)

    let context: HubContext
    let state: Locked<PresentationState>

    init(_ context: HubContext, session: sending PresentationState) {
        self.context = context
        state = Locked(session)
    }

    /// Whether the hub is on screen, whatever it shows.
    public var isDisplayed: Bool { state.withLock { $0.queue != nil } }

    /// The page that is shown or being loaded.
    public var currentPage: ContentURI? { state.withLock { $0.visit?.page.uri } }

    /// The release that the hub shows; it stays the same until another hub is presented.
    public var contentVersion: Int? { state.withLock { $0.source?.release.version } }

    /// What the controls should look like now.
    public var controls: HubControls { state.withLock { $0.controls } }

    /// The pages a person went through, oldest first, and which of them is shown.
    public var history: (pages: [ContentURI], current: Int?) {
        state.withLock { ($0.history.entries.map(\.uri), $0.history.currentIndex) }
    }

    /// An earlier page can be returned to.
    public var canGoBack: Bool { state.withLock { $0.history.canGoBack } }
    /// A page that was gone back from can be returned to.
    public var canGoForward: Bool { state.withLock { $0.history.canGoForward } }

    /// Shows the previous page where it was left.
    ///
    /// One that may not be shown any more is passed over. Does nothing without one, or within 300 ms of the last step.
    public func goBack() {
        step { $0.wentBack() }
    }

    /// Shows the page that ``goBack()`` left, where it was left.
    ///
    /// One that may not be shown any more is passed over. Does nothing without one, or within 300 ms of the last step.
    public func goForward() {
        step { $0.wentForward() }
    }

    /// Goes to another hub, channel or article of the presented release, by its `zbimdb` URI or the address it was
    /// published from.
    ///
    /// An unknown URI leaves the page as it is and is logged; a dismissed hub ignores the call.
    public func load(_ uri: String) {
        guard isDisplayed else { return }
        do {
            let release = try currentSource().release
            try navigate(to: try HubTarget.resolve(uri, in: release))
        } catch {
            context.core.log(.error, .debug, "the hub stays on its page: \(error.message)")
        }
    }

    /// Takes the hub off the screen; a presentation that is still loading fails.
    /// - Throws: ``HubError`` with `invalidState` when the hub is not displayed.
    public func dismiss() throws(HubError) {
        guard close() else { throw HubError(.invalidState, "the hub is not displayed") }
    }

    /// Goes to the nearest page that way that may be shown: one that expired or was revoked does not bar the way to
    /// those behind it.
    private func step(_ move: (inout NavigationHistory) -> NavigationHistory.Entry?) {
        let now = context.core.environment.uptime()
        let known = state.withLock { session -> NavigationHistory? in
            var history = session.history
            guard session.queue != nil, session.lastStep.map({ now - $0 >= Self.stepInterval }) ?? true,
                move(&history) != nil
            else { return nil }
            session.lastStep = now
            return session.history
        }
        // Tried on a copy: where no page can be shown, the history stays as it is.
        guard var history = known else { return }
        var moves = 0
        while let target = move(&history) {
            moves += 1
            do {
                let page = try compose(target.uri)
                show(page, scrollPosition: target.scrollPosition) { history in
                    for _ in 0..<moves { _ = move(&history) }
                }
                return
            } catch {
                context.core.log(.error, .debug, "a page of the history is passed over: \(error.message)")
            }
        }
    }
}
