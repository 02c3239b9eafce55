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
        var running: Task<Void, Never>?
        /// Counts ``clear()`` and new requests; an answer to an earlier request is ignored.
        var turn = 0
    }

    private let client: PlacementClient
    private let log: Log
    private let state = Locked(State())
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

    /// Asks the server what to show. While it is asked, further calls wait for the same answer.
    ///
    /// Without an answer the badge is empty.
    public func refresh() async {
        let task = state.withLock { state in
            if let running = state.running { return running }
            state.turn += 1
            let task = Task { [turn = state.turn] in await self.ask(turn) }
            state.running = task
            return task
        }
        await task.value
    }

    /// Empties the badge. The answer to a running ``refresh()`` is ignored.
    public func clear() {
        state.withLock { state in
            state.turn += 1
            state.running?.cancel()
            state.running = nil
            show(nil, &state)
        }
    }

    /// Shows a sample without the network.
    @available(*, deprecated, message: "Only to see where the badge stands; use refresh()")
    public func test() {
        state.withLock { show(BadgeData(type: "badge", value: "1"), &$0) }
    }

    private func ask(_ turn: Int) async {
        let answer = await client.answer(.badge(placement: placement))
        if case .failure(let error) = answer {
            log(.error, .debug, "the badge of \(placement) stays empty: \(error.message)")
        }
        state.withLock { state in
            guard state.turn == turn else { return }
            state.running = nil
            show((try? answer.get()).flatMap { BadgeData($0) }, &state)
        }
    }

    private func show(_ content: BadgeData?, _ state: inout sending State) {
        guard state.content != content else { return }
        state.content = content
        changed.send(content)
    }
}
