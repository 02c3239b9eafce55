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
    let catalogues = PlacementCatalogues()
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
            do throws(StoreError) {
                let verdicts = try await decide(group.map(\.ask))
                for (waiting, verdict) in zip(group, verdicts) {
                    waiting.continuation.resume(returning: .success(verdict))
                }
            } catch {
                await decideEach(group, after: error)
            }
        }
    }

    /// Nothing of a group that failed is stored. Each request is decided again alone, so that a catalogue that cannot be
    /// read fails the requests of its own app only.
    private func decideEach(_ group: [Waiting], after error: StoreError) async {
        guard group.count > 1, [.damaged, .invalid].contains(error.code) else {
            for waiting in group { waiting.continuation.resume(returning: .failure(error)) }
            return
        }
        for waiting in group {
            do throws(StoreError) {
                let verdicts = try await decide([waiting.ask])
                waiting.continuation.resume(returning: .success(verdicts[0]))
            } catch {
                waiting.continuation.resume(returning: .failure(error))
            }
        }
    }

    private func decide(_ asks: [PlacementAsk]) async throws(StoreError) -> [PlacementVerdict] {
        let now = database.now()
        return try await database.write { [catalogues] db in
            var decisions = GroupDecisions(db: db, catalogues: catalogues, now: now)
            return try asks.map { try decisions.decide($0) }
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
