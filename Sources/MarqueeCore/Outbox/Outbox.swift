import Foundation
public import MarqueeWire

/// Keeps events on disk until the server has them.
///
/// ``track(_:_:)`` hands an event over and returns at once; a writer commits everything handed over in one transaction,
/// within 50 ms. ``record(_:_:)`` returns after that commit. Commits are synchronous (`synchronous=FULL` on a
/// write-ahead log): a committed event survives the end of the process at any point, and of the system as far as the
/// disk keeps what it acknowledged.
///
/// An event is sent at least once and carries an id by which the server counts it exactly once.
///
/// Events are one lane of the file. Other lanes lie beside them: each has its own order, limits, requests and retries.
public final class Outbox: Sendable {
    /// How long an event may wait for others before it is committed with them.
    static let gathering = DispatchTimeInterval.milliseconds(10)
    /// The most events of one transaction, so that nobody who waits for the disk waits long.
    static let largestCommit = 2_000
    private static let firstRetry = 0.5
    private static let longestRetry = 30.0
    private static let closed = MarqueeError(.invalidState, "the outbox is closed")

    let store: OutboxStore
    /// The lane of events.
    let events: LaneStore
    private let environment: Environment
    private let limits: OutboxLimits
    private let log: Log
    private let state: Locked<OutboxIntake>
    private let writer: DispatchQueue
    private let lanes = Locked<[LaneStore]>([])
    private let observers = Broadcast<Event>(backlog: 1_000)

    /// Opens or creates `outbox.sqlite3` in the environment's folder.
    ///
    /// A damaged file is renamed and counted.
    /// - Parameters:
    ///   - environment: folder, clock and chance.
    ///   - limits: how many events are kept.
    ///   - log: where the outbox says what it could not store.
    /// - Throws: ``MarqueeError`` with `storage` when the folder cannot be used, or when a later version of the
    ///   SDK has used the file.
    public convenience init(
        environment: Environment, limits: OutboxLimits = OutboxLimits(), log: Log = Log()
    ) throws(MarqueeError) {
        let rules = LaneRules(schedule: LaneSchedule(period: .seconds(60)), limits: limits, batchItems: 50)
        try self.init(environment: environment, events: rules, log: log)
    }

    init(environment: Environment, events rules: LaneRules, log: Log) throws(MarqueeError) {
        let state = Locked(OutboxIntake())
        self.environment = environment
        self.log = log
        self.state = state
        limits = rules.limits
        writer = DispatchQueue(label: "marquee.outbox", qos: .utility)
        store = try OutboxStore(environment)
        let writer = LaneWriter(queue: writer, state: state, purpose: rules.purpose)
        events = try LaneStore(EventLane.name, rules, in: store, writer: writer)
        lanes.withLock { $0 = [events] }
    }

    /// The items of another lane; without those whose purpose is refused.
    func openLane(_ name: String, _ rules: LaneRules) throws(MarqueeError) -> LaneStore {
        let writer = LaneWriter(queue: writer, state: state, purpose: rules.purpose)
        let lane = try LaneStore(name, rules, in: store, writer: writer)
        lanes.withLock { $0.append(lane) }
        if state.withLock({ $0.refused.contains(rules.purpose) }) { try store.purge([lane.numbers]) }
        return lane
    }

    /// Hands an event over, with the active user and the session of this moment.
    ///
    /// Never waits, fails or loses. An event outside the form is counted as dropped and logged.
    /// - Parameters:
    ///   - name: 1 to 64 of `a-z`, `0-9`, `_`; see ``MarqueeWire/EventName``.
    ///   - properties: at most 64, with names of 1 to 256 bytes; the encoded event at most 32 KiB. Numbers that are not
    ///     finite are left out.
    public func track(_ name: String, _ properties: [String: Event.Value] = [:]) {
        if let fault = Event.fault(name: name, properties: properties) {
            state.withLock { $0.countLoss(1, .invalid) }
            log(.warning, .debug, "an event was dropped: \(fault.message)")
            return schedule(urgent: false)
        }
        let (time, id) = makeID()
        let wakes = state.withLock { intake in
            intake.add(name, properties, time: time, id: id, limit: limits.pending)
                && intake.needsWake(urgent: false)
        }
        if wakes { wake(urgent: false) }
    }

    /// Hands an event over and returns once it is on disk.
    /// - Returns: the id under which the server will count it.
    /// - Throws: ``MarqueeError``: `invalidParameters` for an event outside the form, `invalidState` when consent is
    ///   refused or the outbox closed, `storage` when the disk does not take it; it is not stored then.
    @discardableResult
    public func record(
        _ name: String, _ properties: [String: Event.Value] = [:]
    ) async throws(MarqueeError) -> EventID {
        if let fault = Event.fault(name: name, properties: properties) {
            throw MarqueeError(.invalidParameters, fault.message)
        }
        let (time, id) = makeID()
        let result = await withCheckedContinuation { (waiter: PendingEvent.Waiter) in
            let accepted = state.withLock { intake in
                intake.add(name, properties, time: time, id: id, limit: .max, waiter: waiter)
            }
            if accepted {
                schedule(urgent: true)
            } else {
                waiter.resume(returning: .failure(MarqueeError(.invalidState, "nothing may be recorded now")))
            }
        }
        try result.get()
        return id
    }

    /// Returns once everything handed over before is on disk.
    /// - Throws: ``MarqueeError``: `storage` when the disk does not take it now; tracked events stay in memory
    ///   and are tried again. `invalidState` when the outbox is closed.
    public func flush() async throws(MarqueeError) {
        let result = await withCheckedContinuation { (waiter: PendingEvent.Waiter) in
            if state.withLock({ $0.add(barrier: waiter) }) {
                schedule(urgent: true)
            } else {
                waiter.resume(returning: .failure(Self.closed))
            }
        }
        try result.get()
    }

    /// The account of every event on disk so far; events still in memory are not in it.
    public func counts() throws(MarqueeError) -> OutboxCounts { try events.counts() }

    /// Events on disk, oldest first.
    public func stored(
        _ status: OutboxStatus = .notPosted, limit: Int = 100
    ) throws(MarqueeError) -> [StoredEvent] {
        try events.stored(status, limit: limit)
    }

    /// Every event from now on, once it is on disk.
    ///
    /// A reader that falls behind by more than 1,000 misses the oldest. The stream ends when the outbox is closed.
    public func observe() -> AsyncStream<Event> { observers.subscribe() }

    /// Commits what is in memory as far as the disk takes it, and closes the file.
    ///
    /// Later events are refused.
    public func close() {
        writer.sync { drain() }
        let waiters = state.withLock { $0.close() }
        Self.resume(waiters, .failure(Self.closed))
        observers.finish()
        store.close()
    }
}

extension Outbox {
    /// The user that the events from now on belong to.
    func identify(user: String?) { state.withLock { $0.user = user } }

    /// The session that the events from now on belong to.
    func identify(session: String) { state.withLock { $0.session = session } }

    /// Accepts items for these purposes again.
    func accept(_ purposes: Set<Consent.Purpose>) { state.withLock { $0.accept(purposes) } }

    /// Accepts no items for these purposes from now on, and forgets their events in memory.
    func refuse(_ purposes: Set<Consent.Purpose>) {
        let left = state.withLock { $0.refuse(purposes) }
        Self.resume(left, .failure(MarqueeError(.invalidState, "consent was refused")))
    }

    /// Deletes the items of the lanes with these purposes from the disk, without counting them as lost.
    func purge(_ purposes: Set<Consent.Purpose>) throws(MarqueeError) {
        let lanes = lanes.withLock { $0 }.filter { purposes.contains($0.purpose) }
        guard !lanes.isEmpty else { return }
        // On the writer's queue: a transaction under way ends before the deletion.
        let failure: MarqueeError? = writer.sync {
            do throws(MarqueeError) {
                try store.purge(lanes.map(\.numbers))
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private func makeID() -> (Timestamp, EventID) {
        let time = environment.now()
        var random = RandomSource(environment)
        return (time, EventID(time: time, using: &random))
    }

    private func schedule(urgent: Bool) {
        if state.withLock({ $0.needsWake(urgent: urgent) }) { wake(urgent: urgent) }
    }

    private func wake(urgent: Bool) {
        if urgent {
            writer.async { self.drain() }
        } else {
            writer.asyncAfter(deadline: .now() + Self.gathering) { self.drain() }
        }
    }

    /// Commits until nothing is left; runs on the writer's queue.
    private func drain() {
        while let work = state.withLock({ $0.nextWork(limit: Self.largestCommit) }) {
            do throws(MarqueeError) {
                let sequences = try events.append(work.events, lost: work.lost)
                state.withLock { $0.failures = 0 }
                report(work, sequences)
            } catch {
                return postpone(work, error)
            }
        }
    }

    private func report(_ work: OutboxIntake.Work, _ sequences: [Int64?]) {
        for (event, sequence) in zip(work.events, sequences) {
            guard let waiter = event.waiter else { continue }
            let tooLarge = MarqueeError(.invalidParameters, Event.Fault.size.message)
            waiter.resume(returning: sequence == nil ? .failure(tooLarge) : .success(()))
        }
        Self.resume(work.barriers, .success(()))
        if observers.hasSubscribers {
            for (event, sequence) in zip(work.events, sequences) {
                if let sequence { observers.send(event.event(sequence: sequence)) }
            }
        }
        if !work.events.isEmpty { events.changed() }
    }

    /// After a failed commit: callers that wait get the error, the other events stay in memory for another try.
    private func postpone(_ work: OutboxIntake.Work, _ error: MarqueeError) {
        Self.resume(work.events.compactMap(\.waiter) + work.barriers, .failure(error))
        let failures = state.withLock { intake in
            intake.putBack(work, limit: limits.pending)
            return intake.failures
        }
        log(.error, .debug, "events could not be stored: \(error.message)")
        let delay = min(Self.longestRetry, Self.firstRetry * Double(1 << min(failures, 10)))
        writer.asyncAfter(deadline: .now() + delay) { [weak self] in self?.drain() }
    }

    private static func resume(_ waiters: [PendingEvent.Waiter], _ result: Result<Void, MarqueeError>) {
        for waiter in waiters { waiter.resume(returning: result) }
    }
}
