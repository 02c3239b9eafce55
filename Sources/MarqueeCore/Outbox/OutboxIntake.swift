import MarqueeWire

/// What an outbox holds in memory: events on their way to the disk, the callers that wait for them, and the current user
/// and session.
struct OutboxIntake {
    /// What one transaction stores.
    struct Work {
        var events: [PendingEvent]
        let lost: [OutboxCounts.DropReason: Int]
        let barriers: [PendingEvent.Waiter]
    }

    var user: String?
    var session: String?
    private(set) var refused: Set<Consent.Purpose> = []
    /// Transactions that failed in a row.
    var failures = 0
    private var pending: [PendingEvent] = []
    private var barriers: [PendingEvent.Waiter] = []
    private var lost: [OutboxCounts.DropReason: Int] = [:]
    private var isWoken = false
    private var isUrgentlyWoken = false
    private var isClosed = false

    /// Whether anything may be stored for this purpose.
    func accepts(_ purpose: Consent.Purpose) -> Bool { !isClosed && !refused.contains(purpose) }

    mutating func accept(_ purposes: Set<Consent.Purpose>) { refused.subtract(purposes) }

    /// - Returns: whether the event will be stored.
    mutating func add(
        _ name: String, _ properties: [String: Event.Value], time: Timestamp, id: EventID, limit: Int,
        waiter: PendingEvent.Waiter? = nil
    ) -> Bool {
        guard accepts(.behaviour) else { return false }
        guard pending.count < limit else {
            countLoss(1, .memory)
            return false
        }
        pending.append(
            PendingEvent(
                id: id, name: name, time: time, user: user, session: session, properties: properties, waiter: waiter))
        return true
    }

    /// - Returns: whether the waiter will be resumed.
    mutating func add(barrier waiter: PendingEvent.Waiter) -> Bool {
        guard !isClosed else { return false }
        barriers.append(waiter)
        return true
    }

    mutating func countLoss(_ count: Int, _ reason: OutboxCounts.DropReason) { lost[reason, default: 0] += count }

    /// Whether the writer has to be woken; it counts as woken from then on.
    mutating func needsWake(urgent: Bool) -> Bool {
        guard !isUrgentlyWoken, urgent || !isWoken else { return false }
        isWoken = true
        isUrgentlyWoken = urgent
        return true
    }

    /// Removes the oldest events for a transaction; `nil` when there is nothing to do, and the writer may sleep.
    mutating func nextWork(limit: Int) -> Work? {
        isWoken = false
        isUrgentlyWoken = false
        guard !isClosed, !pending.isEmpty || !lost.isEmpty || !barriers.isEmpty else { return nil }
        let takesAll = pending.count <= limit
        let work = Work(
            events: takesAll ? pending : Array(pending.prefix(limit)), lost: lost, barriers: takesAll ? barriers : [])
        if takesAll {
            pending.removeAll(keepingCapacity: pending.capacity <= limit)
            barriers = []
        } else {
            pending.removeFirst(limit)
        }
        lost = [:]
        return work
    }

    /// Puts back what could not be stored, except for events whose callers got the error. Nothing is put back when consent
    /// was refused meanwhile.
    mutating func putBack(_ work: Work, limit: Int) {
        failures += 1
        // The next try is scheduled already.
        isWoken = true
        guard accepts(.behaviour) else { return }
        pending.insert(contentsOf: work.events.filter { $0.waiter == nil }, at: 0)
        for (reason, count) in work.lost { countLoss(count, reason) }
        let excess = pending.count - limit
        if excess > 0 {
            pending.removeFirst(excess)
            countLoss(excess, .memory)
        }
    }

    /// Accepts nothing more for these purposes, and forgets the events in memory if they are among them.
    /// - Returns: the callers that waited.
    mutating func refuse(_ purposes: Set<Consent.Purpose>) -> [PendingEvent.Waiter] {
        refused.formUnion(purposes)
        return accepts(.behaviour) ? [] : forget()
    }

    private mutating func forget() -> [PendingEvent.Waiter] {
        defer {
            pending = []
            lost = [:]
            barriers = []
        }
        return pending.compactMap(\.waiter) + barriers
    }

    /// Forgets everything for good.
    /// - Returns: the callers that waited.
    mutating func close() -> [PendingEvent.Waiter] {
        isClosed = true
        return forget()
    }
}
