import Dispatch
import Foundation
import Logging
import MarqueeWire
public import PlatformStore
public import ServiceLifecycle
import Synchronization

/// Folds spooled batches into the warehouse as they come, and at the start what an earlier process left.
public final class FoldingService: Service {
    /// How often a transaction may make room for the next.
    private static let stepsPerFold = 10

    private let spool: Spool
    private let warehouse: Mutex<Warehouse>
    private let live: LiveEvents
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let counters = Mutex(FoldStatistics())
    private let fullness: Fullness
    private let releases: NewestReleases
    private let queue = DispatchQueue(label: "marquee.folding")

    init(
        spool: Spool, warehouse: sending Warehouse, fullness: Fullness, releases: NewestReleases, live: LiveEvents,
        logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) {
        self.spool = spool
        self.warehouse = Mutex(warehouse)
        self.fullness = fullness
        self.releases = releases
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
                while goesOn, try await foldOnce() {}
                while goesOn, fullness.isPressing, try await trimOnce() {}
            } catch {
                logger.error("folding failed and will be tried again", metadata: ["reason": "\(error)"])
                try await Task.sleep(for: .seconds(1))
                spool.wake()
            }
        }
    }

    /// Counters since the process began, with the present age of the oldest batch that is not folded and the warehouse's
    /// size.
    public func statistics() async throws -> FoldStatistics {
        let (oldest, usage) = try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            try warehouse.withLock { (warehouse) throws(StoreError) in
                (warehouse.oldestUnfolded(), try warehouse.usage())
            }
        }
        var statistics = counters.withLock { $0 }
        statistics.oldestUnfoldedAge = oldest.map { max(.zero, now() - $0) }
        statistics.warehouse = usage
        return statistics
    }

    /// Does one step of what the retention asks for; `false` when there is nothing to do.
    public func trimOnce() async throws(StoreError) -> Bool {
        try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            try warehouse.withLock { (warehouse) throws(StoreError) in
                let did = try warehouse.trim(now: now(), isPressing: fullness.isPressing)
                fullness.note(try warehouse.usage(), goesOn: did)
                return did
            }
        }
    }

    /// Does all that the retention asks for, and forgets profiles that are no longer counted.
    public func tidy() async throws(StoreError) {
        while goesOn, try await trimOnce() {}
        let oldest = Day(now() + (.zero - ProfileTags.age))
        try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            try warehouse.withLock { (warehouse) throws(StoreError) in try warehouse.forgetProfiles(before: oldest) }
        }
    }

    private var goesOn: Bool { !Task.isCancelled && !Task.isShuttingDownGracefully }

    /// Folds one transaction's worth; `false` when nothing was waiting.
    public func foldOnce() async throws(StoreError) -> Bool {
        let scopes = try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            try warehouse.withLock { (warehouse) throws(StoreError) in try warehouse.read() }
        }
        guard let scopes else { return false }
        let newest = await releases.versions(of: scopes)
        let outcome = try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            let outcome = try warehouse.withLock { (warehouse) throws(StoreError) in
                let outcome = try warehouse.fold(newest: newest)
                // What does not fit any more makes room, as much as came.
                for _ in 0..<Self.stepsPerFold where outcome != nil {
                    guard fullness.note(try warehouse.usage()), try warehouse.trim(now: now()) else { break }
                }
                if outcome != nil { fullness.note(try warehouse.usage()) }
                return outcome
            }
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
