import Foundation
import MarqueeWire

/// Commits the accepted events and items of all lanes in groups, one transaction after the other, on one queue.
final class OutboxWriter: Sendable {
    /// How long an event may wait for other events before the commit.
    static let gathering = DispatchTimeInterval.milliseconds(10)
    /// The maximum number of a lane's items in one transaction, so that callers wait only a short time for the disk.
    static let largestCommit = 2_000
    private static let firstRetry = 0.5
    private static let longestRetry = 30.0

    let state = Locked(OutboxIntake())
    let observers = Broadcast<Event>(backlog: 1_000)
    /// Has no reference to this writer; the other lanes have one.
    private let events: LaneStore
    private let log: Log
    private let queue = DispatchQueue(label: "marquee.outbox", qos: .utility)

    init(_ events: LaneStore, log: Log) {
        self.events = events
        self.log = log
    }

    /// Wakes the writer, unless it is awake.
    func schedule(urgent: Bool) {
        if state.withLock({ $0.needsWake(urgent: urgent) }) { wake(urgent: urgent) }
    }

    func wake(urgent: Bool) {
        if urgent {
            queue.async { self.drain() }
        } else {
            queue.asyncAfter(deadline: .now() + Self.gathering) { self.drain() }
        }
    }

    /// Runs `body` between two transactions, and returns its result.
    func run(_ body: () throws(MarqueeError) -> Void) throws(MarqueeError) {
        let failure: MarqueeError? = queue.sync {
            do throws(MarqueeError) {
                try body()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Stores what is in memory if the disk can be written, and gives the error to every caller that still waits.
    func close(_ error: MarqueeError) {
        queue.sync { drain() }
        state.withLock { $0.close() }.fail(error)
        observers.finish()
    }

    /// Commits until nothing is left; runs on the queue.
    private func drain() {
        while let work = state.withLock({ $0.nextWork(limit: Self.largestCommit) }) {
            do throws(MarqueeError) {
                let stored = try events.commit(work)
                state.withLock { $0.failures = 0 }
                report(work, stored)
            } catch {
                return postpone(work, error)
            }
        }
    }

    private func report(_ work: OutboxIntake.Work, _ stored: LaneStore.Commit) {
        for (event, sequence) in zip(work.events, stored.events) {
            guard let waiter = event.waiter else { continue }
            let tooLarge = MarqueeError(.invalidParameters, Event.Fault.size.message)
            waiter.resume(returning: sequence == nil ? .failure(tooLarge) : .success(()))
        }
        for (queue, result) in zip(work.queues, stored.queues) {
            queue.report(result)
            queue.lane.changed()
            if queue.items.contains(where: \.item.isOnHold) { queue.lane.heldMore() }
        }
        Self.resume(work.barriers, .success(()))
        if observers.hasSubscribers {
            for (event, sequence) in zip(work.events, stored.events) {
                if let sequence { observers.send(event.event(sequence: sequence)) }
            }
        }
        if !work.events.isEmpty { events.changed() }
    }

    /// Handles a failed commit: waiting callers get the error, and the rest stays in memory for the next try.
    private func postpone(_ work: OutboxIntake.Work, _ error: MarqueeError) {
        // Before the callers hear of it: they look for what is in memory.
        let failures = state.withLock { intake in
            intake.putBack(work, limit: events.limits.pending)
            return intake.failures
        }
        Self.resume(work.events.compactMap(\.waiter) + work.barriers, .failure(error))
        for queue in work.queues { queue.fail(error) }
        log(.error, .debug, "events could not be stored: \(error.message)")
        for queue in work.queues { queue.lane.storingFailed() }
        let delay = min(Self.longestRetry, Self.firstRetry * Double(1 << min(failures, 10)))
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.drain() }
    }

    private static func resume(_ waiters: [PendingEvent.Waiter], _ result: Result<Void, MarqueeError>) {
        for waiter in waiters { waiter.resume(returning: result) }
    }
}
