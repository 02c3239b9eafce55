import Foundation
import MarqueeCore
public import MarqueeWire

/// A presented hub: the app uses it to navigate, and the ``HubSurface`` reports to it.
///
/// The ``Hub`` keeps it while it is displayed. The app keeps it only to present it again with
/// ``Hub/presentExisting(_:on:)``. All calls are safe from any thread and return at once. The surface receives their
/// effects in order.
public final class HubPresentation: Sendable {
    /// A second step through the history within this time is ignored, because one tap may arrive as two.
    static let stepInterval = Duration.milliseconds(300)

    let context: HubContext
    let state: Locked<PresentationState>

    init(_ context: HubContext, state: sending PresentationState) {
        self.context = context
        self.state = Locked(state)
    }

    /// Whether the hub is on screen: with a page, a status or an error.
    public var isDisplayed: Bool { state.withLock { $0.queue != nil } }

    /// The page that is shown or being loaded.
    public var currentPage: ContentURI? { state.withLock { $0.visit?.page.uri } }

    /// The version of the release that the hub shows. It never changes for one presented hub.
    public var contentVersion: Int? { state.withLock { $0.source?.release.version } }

    /// The current appearance of the controls.
    public var controls: HubControls { state.withLock { $0.controls } }

    /// The visited pages, oldest first, and the index of the page that is shown.
    public var history: (pages: [ContentURI], current: Int?) {
        state.withLock { ($0.history.entries.map(\.uri), $0.history.currentIndex) }
    }

    /// Whether there is an earlier page to go back to.
    public var canGoBack: Bool { state.withLock { $0.history.canGoBack } }
    /// Whether there is a page to go forward to.
    public var canGoForward: Bool { state.withLock { $0.history.canGoForward } }

    /// Shows the previous page at its last scroll position.
    ///
    /// Pages that may no longer be shown are skipped. The call does nothing when there is no previous page, or within
    /// 300 ms of the last step.
    public func goBack() {
        step { $0.wentBack() }
    }

    /// Shows the page that ``goBack()`` left, at its last scroll position.
    ///
    /// Pages that may no longer be shown are skipped. The call does nothing when there is no next page, or within
    /// 300 ms of the last step.
    public func goForward() {
        step { $0.wentForward() }
    }

    /// Shows another hub, channel or article of the presented release.
    ///
    /// For an unknown URI the hub logs an error and keeps its page. A dismissed hub ignores the call.
    /// - Parameter uri: the page's `zbimdb` URI, or the address from which the page was published.
    public func load(_ uri: String) {
        guard isDisplayed else { return }
        do {
            let release = try currentSource().release
            try navigate(to: try HubTarget.resolve(uri, in: release))
        } catch {
            context.core.log(.error, .debug, "the hub keeps its page: \(error.message)")
        }
    }

    /// Takes the hub off the screen. A presentation that is still loading fails.
    /// - Throws: ``HubError`` with `invalidState` when the hub is not displayed.
    public func dismiss() throws(HubError) {
        guard close() else { throw HubError(.invalidState, "the hub is not displayed") }
    }

    /// Moves to the nearest page in one direction that may be shown. Expired and revoked pages are skipped.
    private func step(_ move: (inout NavigationHistory) -> NavigationHistory.Entry?) {
        let now = context.core.environment.uptime()
        let known = state.withLock { state -> NavigationHistory? in
            var history = state.history
            guard state.queue != nil, state.lastStep.map({ now - $0 >= Self.stepInterval }) ?? true,
                move(&history) != nil
            else { return nil }
            state.lastStep = now
            return state.history
        }
        // The steps are tried on a copy. If no page can be shown, the real history does not change.
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
                context.core.log(.error, .debug, "a page in the history is skipped: \(error.message)")
            }
        }
    }
}
