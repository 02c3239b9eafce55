import MarqueeWire

/// The memory of an outbox: accepted events and items, the callers that wait for them, and the current user and session.
struct OutboxIntake {
    /// The content of one transaction.
    struct Work: Sendable {
        var events: [PendingEvent]
        let lost: [OutboxCounts.DropReason: Int]
        let barriers: [PendingEvent.Waiter]
        /// The other lanes, in the order of their numbers.
        let queues: [LaneQueue]
    }

    /// What was discarded, with the callers that wait for it.
    struct Discarded: Sendable {
        var waiters: [PendingEvent.Waiter] = []
        var queues: [LaneQueue] = []

        func fail(_ error: MarqueeError) {
            for waiter in waiters { waiter.resume(returning: .failure(error)) }
            for queue in queues { queue.fail(error) }
        }
    }

    var user: String?
    var session: String?
    private(set) var refused: Set<Consent.Purpose> = []
    /// The number of transactions that failed in a row.
    var failures = 0
    private var pending: [PendingEvent] = []
    private var barriers: [PendingEvent.Waiter] = []
    private var lost: [OutboxCounts.DropReason: Int] = [:]
    /// The lanes other than that of events that have something to store, by number.
    private var queues: [Int64: LaneQueue] = [:]
    private var isWoken = false
    private var isUrgentlyWoken = false
    private var isClosed = false

    /// Whether items with this purpose may be stored.
    func accepts(_ purpose: Consent.Purpose) -> Bool { !isClosed && !refused.contains(purpose) }

    mutating func accept(_ purposes: Set<Consent.Purpose>) { refused.subtract(purposes) }

    /// - Returns: `false` if the event is discarded.
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

    /// - Returns: `false` if the outbox is closed; the waiter is then not resumed.
    mutating func add(barrier waiter: PendingEvent.Waiter) -> Bool {
        guard !isClosed else { return false }
        barriers.append(waiter)
        return true
    }

    mutating func countLoss(_ count: Int, _ reason: OutboxCounts.DropReason) { lost[reason, default: 0] += count }

    /// Whether the writer must be woken. The writer counts as woken after a `true`.
    mutating func needsWake(urgent: Bool) -> Bool {
        guard !isUrgentlyWoken, urgent || !isWoken else { return false }
        isWoken = true
        isUrgentlyWoken = urgent
        return true
    }

    /// Removes the oldest events for one transaction; `nil` if there is nothing to store.
    mutating func nextWork(limit: Int) -> Work? {
        isWoken = false
        isUrgentlyWoken = false
        guard !isClosed, !pending.isEmpty || !lost.isEmpty || !barriers.isEmpty || !queues.isEmpty else { return nil }
        let taken = takeQueues(limit: limit)
        let takesAll = pending.count <= limit && queues.isEmpty
        let events = pending.count <= limit ? pending : Array(pending.prefix(limit))
        let work = Work(events: events, lost: lost, barriers: takesAll ? barriers : [], queues: taken)
        if pending.count <= limit {
            pending.removeAll(keepingCapacity: pending.capacity <= limit)
        } else {
            pending.removeFirst(limit)
        }
        if takesAll { barriers = [] }
        lost = [:]
        return work
    }

    private mutating func takeQueues(limit: Int) -> [LaneQueue] {
        guard !queues.isEmpty else { return [] }
        var taken: [LaneQueue] = []
        for number in queues.keys.sorted() {
            guard let work = queues[number]?.takeWork(limit: limit) else { continue }
            taken.append(work)
            if queues[number]?.isEmpty == true { queues[number] = nil }
        }
        return taken
    }

    /// Puts the events and items of a failed transaction back, except those whose callers got the error. What consent was
    /// refused for in the meantime is discarded.
    mutating func putBack(_ work: Work, limit: Int) {
        failures += 1
        // The next try is already scheduled.
        isWoken = true
        for queue in work.queues where accepts(queue.lane.purpose) {
            queues[queue.lane.numbers.lane, default: LaneQueue(queue.lane)].putBack(queue)
        }
        guard accepts(.behaviour) else { return }
        pending.insert(contentsOf: work.events.filter { $0.waiter == nil }, at: 0)
        for (reason, count) in work.lost { countLoss(count, reason) }
        let excess = pending.count - limit
        if excess > 0 {
            pending.removeFirst(excess)
            countLoss(excess, .memory)
        }
    }

    /// Accepts nothing more for these purposes. Discards the events and items in memory whose purpose is refused.
    mutating func refuse(_ purposes: Set<Consent.Purpose>) -> Discarded {
        refused.formUnion(purposes)
        let left = queues.filter { !accepts($0.value.lane.purpose) }
        for number in left.keys { queues[number] = nil }
        return Discarded(waiters: accepts(.behaviour) ? [] : forgetEvents(), queues: Array(left.values))
    }

    private mutating func forgetEvents() -> [PendingEvent.Waiter] {
        defer {
            pending = []
            lost = [:]
            barriers = []
        }
        return pending.compactMap(\.waiter) + barriers
    }

    /// Discards everything in memory; later events and items are refused.
    mutating func close() -> Discarded {
        isClosed = true
        defer { queues = [:] }
        return Discarded(waiters: forgetEvents(), queues: Array(queues.values))
    }
}

/// The lanes other than that of events.
extension OutboxIntake {
    /// - Returns: `false` if the item is discarded.
    mutating func add(_ item: NewItem, to lane: LaneStore) -> Bool {
        guard accepts(lane.purpose) else { return false }
        let number = lane.numbers.lane
        guard (queues[number]?.items.count ?? 0) < lane.limits.pending else {
            countLoss(1, .memory, of: lane)
            return false
        }
        queues[number, default: LaneQueue(lane)].items.append(PendingItem(item: item, isAwaited: false))
        return true
    }

    /// - Returns: `false` if the items are discarded; the waiter is then not resumed.
    mutating func add(_ items: [NewItem], to lane: LaneStore, waiter: PendingEvent.Waiter) -> Bool {
        guard accepts(lane.purpose) else { return false }
        var pending = items.map { PendingItem(item: $0, isAwaited: true) }
        pending[pending.count - 1].waiter = waiter
        queues[lane.numbers.lane, default: LaneQueue(lane)].items += pending
        return true
    }

    /// - Returns: `false` if the completions are discarded; their waiter is then not resumed.
    mutating func add(_ completions: PendingCompletions, to lane: LaneStore) -> Bool {
        guard accepts(lane.purpose) else { return false }
        queues[lane.numbers.lane, default: LaneQueue(lane)].completions.append(completions)
        return true
    }

    mutating func countLoss(_ count: Int, _ reason: OutboxCounts.DropReason, of lane: LaneStore) {
        guard accepts(lane.purpose) else { return }
        queues[lane.numbers.lane, default: LaneQueue(lane)].lost[reason, default: 0] += count
    }

    /// How many items of a lane wait in memory.
    func count(of lane: LaneStore) -> Int { queues[lane.numbers.lane]?.items.count ?? 0 }

    /// Removes the oldest items of a lane that were not yet sent from memory.
    mutating func takeUntried(of lane: LaneStore, limit: Int) -> [PendingItem] {
        let number = lane.numbers.lane
        guard var queue = queues[number] else { return [] }
        var taken: [PendingItem] = []
        var left: [PendingItem] = []
        for item in queue.items {
            if taken.count < limit, !item.wasTried, !item.isAwaited { taken.append(item) } else { left.append(item) }
        }
        queue.items = left
        queues[number] = queue.isEmpty ? nil : queue
        return taken
    }

    /// Puts items back that were sent from memory without success.
    mutating func putBack(_ items: [PendingItem], of lane: LaneStore) {
        guard accepts(lane.purpose), !items.isEmpty else { return }
        var work = LaneQueue(lane)
        work.items = items
        queues[lane.numbers.lane, default: LaneQueue(lane)].putBack(work)
    }
}
