import MarqueeWire

/// What an outbox holds in memory: events on their way to the disk, who waits for them, and the identity of the moment.
struct OutboxIntake {
    /// What one transaction stores.
    struct Work {
        var events: [PendingEvent]
        let lost: [OutboxCounts.DropReason: Int]
        let barriers: [PendingEvent.Waiter]
    }

    var user: String?
    var session: String?
    var isAccepting = true
    var observers: [Int: AsyncStream<Event>.Continuation] = [:]
    /// Transactions that failed in a row.
    var failures = 0
    private var pending: [PendingEvent] = []
    private var barriers: [PendingEvent.Waiter] = []
    private var lost: [OutboxCounts.DropReason: Int] = [:]
    private var isWoken = false
    private var isUrgentlyWoken = false
    private var isClosed = false
    private var nextObserver = 0

    /// - Returns: whether the event was taken.
    mutating func add(
        _ name: String, _ properties: [String: Event.Value], time: Timestamp, id: EventID, limit: Int,
        waiter: PendingEvent.Waiter? = nil
    ) -> Bool {
        guard isAccepting, !isClosed else { return false }
        guard pending.count < limit else {
            lose(1, .memory)
            return false
        }
        pending.append(
            PendingEvent(
                id: id, name: name, time: time, user: user, session: session, properties: properties, waiter: waiter))
        return true
    }

    /// - Returns: whether the waiter will hear of the disk.
    mutating func add(barrier waiter: PendingEvent.Waiter) -> Bool {
        guard !isClosed else { return false }
        barriers.append(waiter)
        return true
    }

    mutating func lose(_ count: Int, _ reason: OutboxCounts.DropReason) { lost[reason, default: 0] += count }

    /// Whether the writer has to be woken; it counts as woken from then on.
    mutating func needsWake(urgent: Bool) -> Bool {
        guard !isUrgentlyWoken, urgent || !isWoken else { return false }
        isWoken = true
        isUrgentlyWoken = urgent
        return true
    }

    /// Takes the oldest events; `nil` when there is nothing to do, and the writer may sleep.
    mutating func take(_ limit: Int) -> Work? {
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

    /// Takes back what could not be stored, except for those who were told so, and for all of it when consent was
    /// refused meanwhile.
    mutating func putBack(_ work: Work, limit: Int) {
        failures += 1
        // The next try is on its way already.
        isWoken = true
        guard isAccepting else { return }
        pending.insert(contentsOf: work.events.filter { $0.waiter == nil }, at: 0)
        for (reason, count) in work.lost { lose(count, reason) }
        let excess = pending.count - limit
        if excess > 0 {
            pending.removeFirst(excess)
            lose(excess, .memory)
        }
    }

    /// Forgets everything and takes nothing more.
    /// - Returns: who waited.
    mutating func refuse() -> [PendingEvent.Waiter] {
        isAccepting = false
        defer {
            pending = []
            lost = [:]
            barriers = []
        }
        return pending.compactMap(\.waiter) + barriers
    }

    /// Forgets everything for good.
    /// - Returns: who waited and who observed; they are told outside the lock, for a stream that ends calls back.
    mutating func close() -> (waiters: [PendingEvent.Waiter], observers: [AsyncStream<Event>.Continuation]) {
        isClosed = true
        defer { observers = [:] }
        return (refuse(), Array(observers.values))
    }

    /// - Returns: the observer's number; `nil` when nothing will come any more.
    mutating func observe(_ observer: AsyncStream<Event>.Continuation) -> Int? {
        guard !isClosed else { return nil }
        nextObserver += 1
        observers[nextObserver] = observer
        return nextObserver
    }
}
