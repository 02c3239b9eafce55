import MarqueeWire

/// An item of a lane in memory that is not yet on disk.
struct PendingItem: Sendable {
    let item: NewItem
    /// Whether a caller waits for the item or for a later one of the same call. After a failed transaction it gets the
    /// error, and the item is discarded.
    let isAwaited: Bool
    /// Set for the last item of a call that waits.
    var waiter: PendingEvent.Waiter?
    /// Whether the item was sent from memory without success, because it could not be stored.
    var wasTried = false

    /// Whether the items after this one may be in another transaction.
    var endsCall: Bool { !isAwaited || waiter != nil }
}

/// Completed items of one call that are not yet on disk.
struct PendingCompletions: Sendable {
    /// Gets for each item whether it was still on hold.
    typealias Waiter = CheckedContinuation<Result<[Bool], MarqueeError>, Never>

    let items: [Completion]
    let waiter: Waiter
}

/// What one lane, other than that of events, has in memory.
///
/// A queue exists only while it has something to store, so that the lane and the writer do not keep each other alive.
struct LaneQueue: Sendable {
    /// What a transaction made of a queue.
    struct Stored: Sendable {
        /// For each item; `nil` for an item that is too large.
        var sequences: [Int64?] = []
        /// For each call that completed items, whether each of them was still on hold.
        var completed: [[Bool]] = []
    }

    let lane: LaneStore
    var items: [PendingItem] = []
    var completions: [PendingCompletions] = []
    var lost: [OutboxCounts.DropReason: Int] = [:]

    init(_ lane: LaneStore) {
        self.lane = lane
    }

    var isEmpty: Bool { items.isEmpty && completions.isEmpty && lost.isEmpty }

    /// Removes the oldest items for one transaction, and everything else.
    /// - Parameter limit: how many items at most; the items of one call stay together.
    mutating func takeWork(limit: Int) -> LaneQueue {
        var work = self
        completions = []
        lost = [:]
        var count = min(limit, items.count)
        while count < items.count, count > 0, !items[count - 1].endsCall { count += 1 }
        work.items = Array(items.prefix(count))
        items.removeFirst(count)
        return work
    }

    /// Puts the items of a failed transaction back, except items whose callers got the error.
    mutating func putBack(_ work: LaneQueue) {
        items.insert(contentsOf: work.items.filter { !$0.isAwaited }, at: 0)
        for (reason, count) in work.lost { lost[reason, default: 0] += count }
        let excess = items.count - lane.limits.pending
        if excess > 0 {
            items.removeFirst(excess)
            lost[.memory, default: 0] += excess
        }
    }

    /// Gives an error to every caller that waits.
    func fail(_ error: MarqueeError) {
        for item in items { item.waiter?.resume(returning: .failure(error)) }
        for completion in completions { completion.waiter.resume(returning: .failure(error)) }
    }

    /// Tells every caller that waits what a transaction made of the queue.
    func report(_ stored: Stored) {
        let tooLarge = MarqueeError(
            .invalidParameters, "an item of this lane has at most \(lane.largestBody) bytes")
        var fits = true
        for (item, sequence) in zip(items, stored.sequences) {
            if sequence == nil { fits = false }
            guard item.endsCall else { continue }
            item.waiter?.resume(returning: fits ? .success(()) : .failure(tooLarge))
            fits = true
        }
        for (completion, areCompleted) in zip(completions, stored.completed) {
            completion.waiter.resume(returning: .success(areCompleted))
        }
    }
}
