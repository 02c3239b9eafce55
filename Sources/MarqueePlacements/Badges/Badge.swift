import Foundation
import MarqueeCore
public import MarqueeWire

/// The badge of a placement, for example the number of new games on a button.
///
/// A badge is a value that an adapter draws: ``content`` is what it shows now, and nothing is drawn without it.
public final class Badge: Sendable {
    /// The name of the placement in the portal.
    public let placement: String

    private struct State {
        var content: BadgeData?
        /// The views that have the badge on screen; `nil` stands for the adapter that names none.
        var views: Set<ObjectIdentifier?> = []
    }

    private let client: PlacementClient
    private let log: Log
    private let state = Locked(State())
    private let refreshing = SharedWork<BadgeData?>()
    private let changed = Broadcast<BadgeData?>(backlog: 1)

    init(_ placement: String, client: PlacementClient, log: Log) {
        self.placement = placement
        self.client = client
        self.log = log
    }

    /// What the badge shows; `nil` draws nothing.
    public var content: BadgeData? { state.withLock { $0.content } }

    /// The content now, and each change of it.
    public func changes() -> AsyncStream<BadgeData?> {
        state.withLock { changed.subscribe(startingWith: .some($0.content)) }
    }

    /// Whether the badge is on screen with a value. The next request for the placement's content says so, so that the server
    /// can compare openings with and without a badge.
    public var isShown: Bool {
        state.withLock { state in
            guard let value = state.content?.value else { return false }
            return !state.views.isEmpty && !value.isEmpty && value != "0"
        }
    }

    /// Says whether a view with the badge is on screen. Adapters call this, for example `BadgeView`; an app calls it when it
    /// covers a badge that it draws itself.
    /// - Parameters:
    ///   - isVisible: whether the view is on screen now.
    ///   - view: which view it is, if several may draw the same badge.
    public func setVisible(_ isVisible: Bool, in view: ObjectIdentifier? = nil) {
        state.withLock { state in
            if isVisible { _ = state.views.insert(view) } else { _ = state.views.remove(view) }
        }
    }

    /// Asks the server what to show. While it is asked, further calls wait for the same answer.
    ///
    /// Without an answer the badge is empty.
    /// - Parameter delegate: ``Placements/cancelAll(of:)`` cancels the request for it; the badge then stays as it is.
    public func refresh(for delegate: (any PlacementDelegate)? = nil) async {
        _ = await refreshing.value(for: delegate) {
            await self.ask()
        } deliver: { answer in
            self.state.withLock { self.show(answer, &$0) }
        }
    }

    func cancelRefresh(of delegate: any PlacementDelegate) { refreshing.cancel(of: delegate) }

    /// Empties the badge. The answer to a running ``refresh(for:)`` is ignored.
    public func clear() {
        refreshing.cancel()
        state.withLock { show(nil, &$0) }
    }

    /// Shows a sample without the network.
    @available(*, deprecated, message: "Only to see where the badge stands; use refresh()")
    public func test() {
        state.withLock { show(BadgeData(type: "badge", value: "1"), &$0) }
    }

    private func ask() async -> BadgeData? {
        let answer = await client.answer(.badge(placement: placement))
        if case .failure(let error) = answer {
            log(.error, .debug, "the badge of \(placement) stays empty: \(error.message)")
        }
        return (try? answer.get()).flatMap { BadgeData($0) }
    }

    private func show(_ content: BadgeData?, _ state: inout sending State) {
        guard state.content != content else { return }
        state.content = content
        changed.send(content)
    }
}
