import Dispatch
import Foundation
import Logging
import MarqueeWire
public import PlatformStore
public import ServiceLifecycle
import Synchronization

/// Appends spooled batches to the warehouse's log as they arrive, at the start those that an earlier process left.
public final class FoldingService: Service {
    /// How many steps of the retention may follow one transaction.
    private static let stepsPerFold = 10
    /// How long batches gather after a small chunk: its transaction costs nearly as much as that of a large one.
    private static let pause = Duration.milliseconds(200)
    /// Chunks of fewer bytes are small.
    private static let smallSize = SpoolReader.pieceSize / 2

    private let spool: Spool
    private let spooled: Mutex<SpoolReader>
    private let log: any EventLog
    private let live: LiveEvents
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let counters = Mutex(FoldStatistics())
    private let fullness: Fullness
    private let queue = DispatchQueue(label: "marquee.folding")

    init(
        spool: Spool, log: any EventLog, fullness: Fullness, live: LiveEvents, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.spool = spool
        spooled = Mutex(SpoolReader(spool.segments, after: log.positions))
        self.log = log
        self.fullness = fullness
        self.live = live
        self.logger = logger
        self.now = now
    }

    /// Runs until it is cancelled or the server shuts down; what is not folded then stays in the spool.
    public func run() async throws {
        spool.wake()
        for await _ in spool.signals.cancelOnGracefulShutdown() {
            do {
                while goesOn, let chunk = try await foldChunk() {
                    // Between the chunks, because the spool of a busy server never runs dry.
                    if chunk.bytes.count < Self.smallSize {
                        try await gather()
                    } else {
                        _ = try await makeRoomOrErase()
                    }
                }
                while goesOn, fullness.isPressing, try await trimOnce() {}
                while goesOn, try await eraseOnce() {}
            } catch {
                logger.error("folding failed and will be tried again", metadata: ["reason": "\(error)"])
                try await Task.sleep(for: .seconds(1))
                spool.wake()
            }
        }
    }

    /// Lets batches gather, and erases and makes room meanwhile.
    private func gather() async throws {
        let end = ContinuousClock.now + Self.pause
        while goesOn, ContinuousClock.now < end, try await makeRoomOrErase() {}
        if goesOn { try? await Task.sleep(until: end, clock: .continuous) }
    }

    /// One step of each; `false` when there is nothing to do.
    private func makeRoomOrErase() async throws -> Bool {
        let didTrim = fullness.isPressing ? try await trimOnce() : false
        let didErase = try await eraseOnce()
        return didTrim || didErase
    }

    /// Counters since the process began, with ``oldestUnfoldedAge()`` and the warehouse's size.
    public func statistics() async throws -> FoldStatistics {
        let usage = try await log.usage()
        let age = try await oldestUnfoldedAge()
        var statistics = counters.withLock { $0 }
        statistics.oldestUnfoldedAge = age
        statistics.warehouse = usage
        return statistics
    }

    /// The age of the oldest batch that is acknowledged and not folded; `nil` when every batch is folded.
    ///
    /// The age stays within a second or two while folding keeps up; a higher age means that reports lag.
    public func oldestUnfoldedAge() async throws(StoreError) -> Duration? {
        let oldest = try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            spooled.withLock { $0.oldestReceived() }
        }
        return oldest.map { max(.zero, now() - $0) }
    }

    /// Does one step of the ``Retention``; `false` when there is nothing to do.
    public func trimOnce() async throws(StoreError) -> Bool {
        let didTrim = try await log.trim(now: now(), isPressing: fullness.isPressing)
        fullness.update(try await log.usage(), isTrimming: didTrim)
        return didTrim
    }

    /// Does one step of erasing a person (``Collector/erase(_:scope:)``); `false` when there is nothing to do.
    public func eraseOnce() async throws(StoreError) -> Bool {
        let oldest = try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            spooled.withLock { $0.oldestReceived() }
        }
        return try await log.erase(oldestUnfolded: oldest, now: now())
    }

    /// Lets ``run()`` look for work.
    func wake() { spool.wake() }

    /// Does everything that the ``Retention`` asks for, and lets projections remove what they need not keep, as of the
    /// oldest batch that is not folded: what they wait for may be in it.
    public func tidy() async throws(StoreError) {
        while goesOn, try await trimOnce() {}
        let known = now() + (try await oldestUnfoldedAge() ?? .zero) * -1
        while goesOn {
            let step = try await log.tidy(now: known)
            noteDeadLetters(0, dropped: step.droppedDeadLetters)
            if step.isLast { break }
        }
    }

    /// Folds one transaction's worth; `false` when no batch was waiting.
    ///
    /// For one task at a time: two would read the same batches, although each event is stored once.
    public func foldOnce() async throws(StoreError) -> Bool { try await foldChunk() != nil }

    private func foldChunk() async throws(StoreError) -> EventChunk? {
        guard let chunk = try await nextChunk() else { return nil }
        let result = try await log.append(chunk)
        try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            spooled.withLock { $0.advance(to: chunk.end) }
            spool.release(through: chunk.end)
        }
        if let damage = chunk.damage {
            logger.error(
                "a part of the spool cannot be read and was moved to another file", metadata: ["file": "\(damage.path)"]
            )
        }
        counters.withLock {
            $0.batches += result.batches
            $0.events += result.events
            $0.duplicates += result.duplicates
        }
        noteDeadLetters(result.deadLetters, dropped: result.droppedDeadLetters)
        live.publish(result.live)
        try await makeRoom()
        return chunk
    }

    private func noteDeadLetters(_ new: Int, dropped: Int) {
        counters.withLock {
            $0.deadLetters += new
            $0.droppedDeadLetters += dropped
        }
        if new > 0 {
            logger.error("batches cannot be read and are kept as dead letters", metadata: ["batches": "\(new)"])
        }
        if dropped > 0 {
            logger.warning(
                "dead letters were dropped, because there are too many or they are too old",
                metadata: ["batches": "\(dropped)"])
        }
    }

    private func nextChunk() async throws(StoreError) -> EventChunk? {
        try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            try spooled.withLock { (spooled) throws(StoreError) in try spooled.next() }
        }
    }

    /// Above the quota each transaction makes room for as much as it brought.
    private func makeRoom() async throws(StoreError) {
        var steps = 0
        while fullness.update(try await log.usage()), steps < Self.stepsPerFold,
            try await log.trim(now: now(), isPressing: false)
        {
            steps += 1
        }
    }

    private var goesOn: Bool { !Task.isCancelled && !Task.isShuttingDownGracefully }
}
