import MarqueeWire
import Synchronization

/// Decides requests in groups: all that wait share one transaction, because each transaction waits for the disk.
final class DecisionQueue: Sendable {
    /// The most requests of one transaction.
    private static let largestGroup = 256
    /// The most requests that wait; one more is refused.
    private static let longestQueue = 20_000

    private struct Waiting {
        let ask: PlacementAsk
        let continuation: CheckedContinuation<Result<PlacementVerdict, StoreError>, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        var isRunning = false
    }

    private let database: PlatformDatabase
    private let catalogues = PlacementCatalogues()
    private let state = Mutex(State())

    init(database: PlatformDatabase) {
        self.database = database
    }

    func decide(_ ask: PlacementAsk) async throws(StoreError) -> PlacementVerdict {
        let result = await withCheckedContinuation { continuation in
            let (isFull, starts) = state.withLock { state -> (Bool, Bool) in
                guard state.waiting.count < Self.longestQueue else { return (true, false) }
                state.waiting.append(Waiting(ask: ask, continuation: continuation))
                defer { state.isRunning = true }
                return (false, !state.isRunning)
            }
            if isFull {
                continuation.resume(
                    returning: .failure(StoreError(.unavailable, "too many requests wait for a decision")))
            }
            if starts { Task { await self.run() } }
        }
        return try result.get()
    }

    private func run() async {
        while let group = next() {
            let asks = group.map(\.ask)
            do {
                let now = database.now()
                let verdicts = try await database.write { [catalogues] db in
                    var decisions = GroupDecisions(db: db, catalogues: catalogues, now: now)
                    return try asks.map { try decisions.decide($0) }
                }
                for (waiting, verdict) in zip(group, verdicts) {
                    waiting.continuation.resume(returning: .success(verdict))
                }
            } catch {
                for waiting in group { waiting.continuation.resume(returning: .failure(error)) }
            }
        }
    }

    private func next() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            let group = Array(state.waiting.prefix(Self.largestGroup))
            state.waiting.removeFirst(group.count)
            return group
        }
    }
}
