import GRDB
import MarqueeWire

/// Which items of a lane the requests of this process carry now.
///
/// They are in memory, so that a request writes no row before its answer comes. A process that ends forgets them, and its
/// items wait again.
struct Leases: Sendable {
    private struct Lease: Sendable {
        /// The numbers of the items, in order.
        let runs: [ClosedRange<Int64>]
        /// Whether rows of items may have the lease.
        var isOnDisk = false
        /// Whether the rows of all items have it.
        var isStored = false

        func contains(_ number: Int64) -> Bool { runs.contains { $0.contains(number) } }
    }

    private var leases: [Int64: Lease] = [:]

    /// The number of items of all running requests.
    var count: Int { leases.values.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.count } } }

    /// Whether a running request carries an item.
    func contains(_ number: Int64) -> Bool { leases.values.contains { $0.contains(number) } }

    func contains(_ number: Int64, lease: Int64) -> Bool { leases[lease]?.contains(number) ?? false }

    /// Whether the request with this lease is running.
    func isRunning(_ lease: Int64) -> Bool { leases[lease] != nil }

    /// Whether rows of items may have this lease.
    func isOnDisk(_ lease: Int64) -> Bool { leases[lease]?.isOnDisk ?? false }

    mutating func begin(_ lease: Int64, _ items: [OutboxBatch.Item]) {
        var runs: [ClosedRange<Int64>] = []
        for item in items {
            if let last = runs.last, last.upperBound + 1 == item.number {
                runs[runs.count - 1] = last.lowerBound...item.number
            } else {
                runs.append(item.number...item.number)
            }
        }
        leases[lease] = Lease(runs: runs)
    }

    mutating func end(_ lease: Int64) { leases[lease] = nil }

    mutating func endAll() { leases = [:] }

    mutating func noteOnDisk(_ lease: Int64) { leases[lease]?.isOnDisk = true }

    /// The leases that are not in the rows of all of their items, with the numbers of these.
    mutating func beginStoring() -> [(lease: Int64, runs: [ClosedRange<Int64>])] {
        let missing = leases.filter { !$0.value.isStored }
        for lease in missing.keys { leases[lease]?.isOnDisk = true }
        return missing.map { ($0.key, $0.value.runs) }
    }

    /// The leases are in the rows of all of their items.
    mutating func stored(_ stored: [Int64]) { for lease in stored { leases[lease]?.isStored = true } }
}

/// Leases on disk. Statements that must leave the items of running requests alone need them there, and so does an expired
/// item: after a process kill it must be known that a request carried it.
extension LaneStore {
    /// Writes the leases of all running requests into their items' rows.
    func storeLeases(_ database: Database) throws {
        let missing = leases.withLock { $0.beginStoring() }
        guard !missing.isEmpty else { return }
        let update = try database.cachedStatement(sql: "UPDATE item SET lease = ? WHERE number BETWEEN ? AND ?")
        for (lease, runs) in missing {
            for run in runs { try update.execute(arguments: [lease, run.lowerBound, run.upperBound]) }
        }
        database.afterNextTransaction(onCommit: { [leases] _ in leases.withLock { $0.stored(missing.map(\.lease)) } })
    }

    /// Writes the lease of a batch into the rows of its expired items.
    func storeLease(ofExpired batch: OutboxBatch, _ database: Database) throws {
        let expired = try Int64.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT number FROM item INDEXED BY itemAside
                    WHERE status != 0 AND status = 4 AND number BETWEEN ? AND ?
                    """),
            arguments: [batch.items.first?.number, batch.items.last?.number])
        let carried = leases.withLock { leases in
            let carried = expired.filter { leases.contains($0, lease: batch.lease) }
            if !carried.isEmpty { leases.noteOnDisk(batch.lease) }
            return carried
        }
        let update = try database.cachedStatement(sql: "UPDATE item SET lease = ? WHERE number = ?")
        for number in carried { try update.execute(arguments: [batch.lease, number]) }
    }

    /// Removes leases from the rows of items that are settled now.
    func clearLeases(_ run: ArraySlice<OutboxBatch.Item>, _ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE item INDEXED BY itemInFlight SET lease = 0 WHERE lease != 0 AND number BETWEEN ? AND ?"
        ).execute(arguments: [run.first?.number, run.last?.number])
    }
}
