import Foundation
public import MarqueeWire

/// Keeps events on disk until the server has them.
///
/// ``track(_:_:)`` accepts an event and returns at once. Within 50 ms, a writer commits all accepted events in one
/// transaction. ``record(_:_:)`` returns after this commit. Commits are synchronous (`synchronous=FULL` on a
/// write-ahead log). A committed event survives a process kill at any point. It also survives a system crash, if the
/// disk keeps the writes that it acknowledged.
///
/// An event is sent at least once. It has an id, by which the server counts it exactly once.
///
/// Events are one lane of the file. Each other lane has its own order, limits, requests and retries.
public final class Outbox: Sendable {
    private static let closed = MarqueeError(.invalidState, "the outbox is closed")

    let store: OutboxStore
    /// The lane for events.
    let events: LaneStore
    private let environment: Environment
    private let limits: OutboxLimits
    private let log: Log
    private let state: Locked<OutboxIntake>
    private let writer: OutboxWriter
    private let lanes = Locked<[LaneStore]>([])

    /// Opens or creates `outbox.sqlite3` in the environment's folder.
    ///
    /// A damaged file is renamed, and the damage is counted.
    /// - Parameters:
    ///   - environment: folder, clock and random numbers.
    ///   - limits: how many events are kept.
    ///   - log: receives a message if events cannot be stored.
    /// - Throws: ``MarqueeError`` with `storage` if the folder cannot be used, or if a later version of the SDK has
    ///   used the file.
    public convenience init(
        environment: Environment, limits: OutboxLimits = OutboxLimits(), log: Log = Log()
    ) throws(MarqueeError) {
        let rules = LaneRules(schedule: LaneSchedule(period: .seconds(60)), limits: limits, batchItems: 50)
        try self.init(environment: environment, events: rules, log: log)
    }

    init(environment: Environment, events rules: LaneRules, log: Log) throws(MarqueeError) {
        self.environment = environment
        self.log = log
        limits = rules.limits
        store = try OutboxStore(environment)
        events = try LaneStore(EventLane.name, rules, in: store)
        writer = OutboxWriter(events, log: log)
        state = writer.state
        lanes.withLock { $0 = [events] }
        if !store.isChecked { checkLater() }
    }

    private func checkLater() {
        DispatchQueue.global(qos: .utility).async { [store, log] in
            do throws(MarqueeError) { try store.check() } catch {
                log(.error, .debug, "the damaged outbox could not be replaced: \(error.message)")
            }
        }
    }

    /// Opens another lane, and deletes its items if its purpose is refused.
    func openLane(_ name: String, _ rules: LaneRules) throws(MarqueeError) -> LaneStore {
        let lane = try LaneStore(name, rules, in: store, writer: writer)
        lanes.withLock { $0.append(lane) }
        if state.withLock({ $0.refused.contains(rules.purpose) }) { try store.purge([lane.numbers]) }
        return lane
    }

    /// Accepts an event with the current user and session, and stores it later.
    ///
    /// Never waits and never throws. An invalid event is dropped, counted and logged.
    /// - Parameters:
    ///   - name: 1 to 64 characters of `a-z`, `0-9`, `_`; see ``MarqueeWire/EventName``.
    ///   - properties: at most 64, with names of 1 to 256 bytes; the encoded event has at most 32 KiB. Numbers that are
    ///     not finite are left out.
    public func track(_ name: String, _ properties: [String: Event.Value] = [:]) {
        if let fault = Event.fault(name: name, properties: properties) {
            state.withLock { $0.countLoss(1, .invalid) }
            log(.warning, .debug, "an event was dropped: \(fault.message)")
            return writer.schedule(urgent: false)
        }
        let (time, id) = makeID()
        let wakes = state.withLock { intake in
            intake.add(name, properties, time: time, id: id, limit: limits.pending)
                && intake.needsWake(urgent: false)
        }
        if wakes { writer.wake(urgent: false) }
    }

    /// Accepts an event and returns when it is on disk.
    /// - Returns: the id by which the server counts the event.
    /// - Throws: ``MarqueeError``: `invalidParameters` for an invalid event, `invalidState` if consent is refused or
    ///   the outbox is closed, `storage` if the event cannot be written. After an error the event is not stored.
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
                writer.schedule(urgent: true)
            } else {
                let message = "the event cannot be recorded: consent is refused or the outbox is closed"
                waiter.resume(returning: .failure(MarqueeError(.invalidState, message)))
            }
        }
        try result.get()
        return id
    }

    /// Returns when all events accepted before are on disk.
    /// - Throws: ``MarqueeError``: `storage` if the disk cannot be written now; tracked events then stay in memory and
    ///   are stored later. `invalidState` if the outbox is closed.
    public func flush() async throws(MarqueeError) {
        let result = await withCheckedContinuation { (waiter: PendingEvent.Waiter) in
            if state.withLock({ $0.add(barrier: waiter) }) {
                writer.schedule(urgent: true)
            } else {
                waiter.resume(returning: .failure(Self.closed))
            }
        }
        try result.get()
    }

    /// The counts of all events on disk so far, without the events in memory.
    public func counts() throws(MarqueeError) -> OutboxCounts { try events.counts() }

    /// The events on disk, oldest first.
    public func stored(
        _ status: OutboxStatus = .notPosted, limit: Int = 100
    ) throws(MarqueeError) -> [StoredEvent] {
        try events.stored(status, limit: limit)
    }

    /// Every event from now on, after it is on disk.
    ///
    /// A reader that is more than 1,000 events behind loses the oldest. The stream ends when the outbox is closed.
    public func observe() -> AsyncStream<Event> { writer.observers.subscribe() }

    /// Stores the events in memory if the disk can be written, and closes the file.
    ///
    /// Later events are refused.
    public func close() {
        writer.close(Self.closed)
        store.close()
    }
}

extension Outbox {
    /// Sets the user for new events.
    func identify(user: String?) { state.withLock { $0.user = user } }

    /// Sets the session for new events.
    func identify(session: String) { state.withLock { $0.session = session } }

    /// Accepts items for these purposes again.
    func accept(_ purposes: Set<Consent.Purpose>) { state.withLock { $0.accept(purposes) } }

    /// Accepts no items for these purposes, and discards their events in memory.
    func refuse(_ purposes: Set<Consent.Purpose>) {
        let left = state.withLock { $0.refuse(purposes) }
        left.fail(MarqueeError(.invalidState, "consent was refused; waiting events were deleted"))
    }

    /// Deletes the items of the lanes with these purposes from disk; they are not counted as lost.
    func purge(_ purposes: Set<Consent.Purpose>) throws(MarqueeError) {
        let lanes = lanes.withLock { $0 }.filter { purposes.contains($0.purpose) }
        guard !lanes.isEmpty else { return }
        // On the writer's queue, so that a running transaction ends before the deletion.
        try writer.run { () throws(MarqueeError) in try store.purge(lanes.map(\.numbers)) }
        for lane in lanes { lane.forgetLeases() }
    }

    private func makeID() -> (Timestamp, EventID) {
        let time = environment.now()
        var random = RandomSource(environment)
        return (time, EventID(time: time, using: &random))
    }
}
