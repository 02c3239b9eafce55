import Foundation
import Logging
import MarqueeWire
public import PlatformStore
public import ServiceLifecycle
import Synchronization

/// Folds spooled batches into the warehouse as they come, and at the start what an earlier process left.
public final class EventFolder: Service {
    private let spool: Spool
    private let warehouse: Mutex<Warehouse>
    private let live: LiveEvents
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let counters = Mutex(FoldStatistics())

    init(
        spool: Spool, warehouse: sending Warehouse, live: LiveEvents, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.spool = spool
        self.warehouse = Mutex(warehouse)
        self.live = live
        self.logger = logger
        self.now = now
    }

    /// Runs until it is cancelled or the server shuts down.
    ///
    /// What is not folded then stays in the spool.
    public func run() async throws {
        spool.wake()
        for await _ in spool.signals.cancelOnGracefulShutdown() {
            do {
                while !Task.isCancelled, !Task.isShuttingDownGracefully, try await foldOnce() {}
            } catch {
                logger.error("folding failed and will be tried again", metadata: ["reason": "\(error)"])
                try await Task.sleep(for: .seconds(1))
                spool.wake()
            }
        }
    }

    /// Counters since the process began, with the present age of the oldest batch that is not folded.
    public func statistics() async throws -> FoldStatistics {
        let oldest = try await BlockingWork.run { [self] () throws(StoreError) in
            warehouse.withLock { $0.oldestUnfolded() }
        }
        var statistics = counters.withLock { $0 }
        statistics.oldestUnfoldedAge = oldest.map { max(.zero, now() - $0) }
        return statistics
    }

    /// Folds one transaction's worth; `false` when nothing was waiting.
    public func foldOnce() async throws(StoreError) -> Bool {
        let outcome = try await BlockingWork.run { [self] () throws(StoreError) in
            let outcome = try warehouse.withLock { warehouse throws(StoreError) in try warehouse.fold() }
            if let outcome { spool.release(through: outcome.position) }
            return outcome
        }
        guard let outcome else { return false }
        if let damage = outcome.damage {
            logger.error(
                "a part of the spool cannot be read; what there is of it was set aside",
                metadata: ["file": "\(damage.path)"])
        }
        counters.withLock {
            $0.batches += outcome.statistics.batches
            $0.events += outcome.statistics.events
            $0.duplicates += outcome.statistics.duplicates
            $0.deadLetters += outcome.statistics.deadLetters
        }
        live.publish(outcome.live)
        return true
    }
}
