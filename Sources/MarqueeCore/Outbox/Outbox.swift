import Foundation
public import MarqueeWire

/// Keeps what happened on disk until the server has it.
///
/// ``track(_:_:)`` hands an event over and returns at once; a writer commits everything handed over in one transaction,
/// within 50 ms. ``record(_:_:)`` returns after that commit. Commits are synchronous (`synchronous=FULL` on a
/// write-ahead log): a committed event survives the end of the process at any point, and of the system as far as the
/// disk keeps what it acknowledged.
///
/// An event is sent at least once and carries an id by which the server counts it exactly once.
public final class Outbox: Sendable {
    /// How long an event may wait for others before it is committed with them.
    static let gathering = DispatchTimeInterval.milliseconds(10)
    /// The most events of one transaction, so that nobody who waits for the disk waits long.
    static let largestCommit = 2_000
    private static let firstRetry = 0.5
    private static let longestRetry = 30.0
    private static let closed = MarqueeError(.invalidState, "the outbox is closed")

    let store: OutboxStore
    /// Yields after commits, and whenever it is worth another look: there may be something to send.
    let maySend: AsyncStream<Void>
    private let maySendContinuation: AsyncStream<Void>.Continuation
    private let environment: Environment
    private let log: Log
    private let state = Locked(OutboxIntake())
    private let writer = DispatchQueue(label: "marquee.outbox", qos: .utility)

    /// Opens or creates `outbox.sqlite3` in the environment's folder.
    ///
    /// A damaged file is renamed and counted.
    /// - Throws: ``MarqueeError`` with `invalidOperation` when the folder cannot be used.
    public init(environment: Environment, limits: OutboxLimits = OutboxLimits(), log: Log = Log()) throws(MarqueeError)
    {
        self.environment = environment
        self.log = log
        store = try OutboxStore(environment, limits: limits)
        (maySend, maySendContinuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        maySendContinuation.finish()
    }

    /// Takes an event over: who was active and which session it was are those of this moment.
    ///
    /// Never waits, fails or loses; what is outside an event's form is counted as dropped and logged.
    /// - Parameters:
    ///   - name: 1 to 64 of `a-z`, `0-9`, `_`; see ``MarqueeWire/EventName``.
    ///   - properties: at most 64; the encoded event at most 32 KiB. Numbers that are not finite are left out.
    public func track(_ name: String, _ properties: [String: Event.Value] = [:]) {
        if let fault = Event.fault(name: name, properties: properties) {
            state.withLock { $0.lose(1, .invalid) }
            log(.warning, .debug, "an event was dropped: \(fault.message)")
            return schedule(urgent: false)
        }
        let (time, id) = makeID()
        let wakes = state.withLock { intake in
            intake.add(name, properties, time: time, id: id, limit: store.limits.pending)
                && intake.needsWake(urgent: false)
        }
        if wakes { wake(urgent: false) }
    }

    /// Takes an event over and returns once it is on disk.
    /// - Returns: the id under which the server will count it.
    /// - Throws: ``MarqueeError``: `invalidParameters` for an event outside the form, `invalidState` when consent is
    ///   refused or the outbox closed, `invalidOperation` when the disk does not take it; it is not stored then.
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
    /// - Throws: ``MarqueeError``: `invalidOperation` when the disk does not take it now; tracked events stay in memory
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

    /// The account of everything taken in so far; what is still in memory is not in it.
    public func counts() throws(MarqueeError) -> OutboxCounts { try store.counts() }

    /// Events on disk, oldest first.
    public func stored(
        _ status: OutboxStatus = .notPosted, limit: Int = 100
    ) throws(MarqueeError) -> [StoredEvent] {
        try store.stored(status, limit: limit)
    }

    /// Every event from now on, once it is on disk.
    ///
    /// A reader that falls behind by more than 1,000 misses the oldest. The stream ends when the outbox is closed.
    public func observe() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(1_000))
        guard let number = state.withLock({ $0.observe(continuation) }) else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.observers[number] = nil }
        }
        return stream
    }

    /// Commits what is in memory as far as the disk takes it, and closes the file.
    ///
    /// Later events are not taken.
    public func close() {
        writer.sync { drain() }
        let left = state.withLock { $0.close() }
        Self.resume(left.waiters, .failure(Self.closed))
        for observer in left.observers { observer.finish() }
        maySendContinuation.finish()
        store.close()
    }
}

extension Outbox {
    /// Who and which session the events from now on belong to.
    func identify(user: String?) { state.withLock { $0.user = user } }

    func identify(session: String) { state.withLock { $0.session = session } }

    /// Takes events again.
    func accept() { state.withLock { $0.isAccepting = true } }

    /// Takes none from now on, and forgets those in memory.
    func refuse() {
        let left = state.withLock { $0.refuse() }
        Self.resume(left, .failure(MarqueeError(.invalidState, "consent was refused")))
    }

    /// Deletes all events on disk.
    func purge() throws(MarqueeError) {
        // On the writer's queue: a transaction under way ends before the deletion.
        let failure: MarqueeError? = writer.sync {
            do throws(MarqueeError) {
                try store.purge()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Has whoever sends look for events, although none was committed just now.
    func lookAgain() { maySendContinuation.yield() }

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

    /// On the writer's queue: commits until nothing is left.
    private func drain() {
        while let work = state.withLock({ $0.take(Self.largestCommit) }) {
            do throws(MarqueeError) {
                let sequences = try store.append(work.events, lost: work.lost)
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
        let observers = state.withLock { Array($0.observers.values) }
        if !observers.isEmpty {
            for (event, sequence) in zip(work.events, sequences) {
                guard let sequence else { continue }
                for observer in observers { observer.yield(event.event(sequence: sequence)) }
            }
        }
        if !work.events.isEmpty { maySendContinuation.yield() }
    }

    /// The disk did not take it: those who wait are told, the others stay in memory for another try.
    private func postpone(_ work: OutboxIntake.Work, _ error: MarqueeError) {
        Self.resume(work.events.compactMap(\.waiter) + work.barriers, .failure(error))
        let failures = state.withLock { intake in
            intake.putBack(work, limit: store.limits.pending)
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
