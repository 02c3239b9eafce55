import GRDB

/// The counters that the outbox stores beside the items, in the same transactions.
struct OutboxLedger {
    /// The lane number of counters that belong to the whole outbox.
    private static let outbox: Int64 = -1

    private struct Key: Hashable {
        let lane: Int64
        let name: String
    }

    private let lane: Int64
    private var values: [Key: Int64] = [:]
    private var changed: Set<Key> = []

    init(_ lane: Int64, _ database: Database) throws {
        self.lane = lane
        let statement = try database.cachedStatement(sql: "SELECT lane, name, value FROM ledger WHERE lane IN (?, ?)")
        let rows = try Row.fetchCursor(statement, arguments: [Self.outbox, lane])
        while let row = try rows.next() { values[Key(lane: row[0], name: row[1])] = row[2] }
    }

    func save(_ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO ledger (lane, name, value) VALUES (?, ?, ?)")
        for key in changed { try statement.execute(arguments: [key.lane, key.name, values[key] ?? 0]) }
    }

    private subscript(key: Key) -> Int64 {
        get { values[key] ?? 0 }
        set {
            guard values[key] != newValue else { return }
            values[key] = newValue
            changed.insert(key)
        }
    }

    private subscript(name: String) -> Int64 {
        get { self[Key(lane: lane, name: name)] }
        set { self[Key(lane: lane, name: name)] = newValue }
    }

    /// The last sequence number in use.
    var lastSequence: Int64 {
        get { self["lastSequence"] }
        set { self["lastSequence"] = newValue }
    }

    /// The number of items that may still be sent: on hold, expired or not posted, including items of running requests.
    var unsent: Int64 {
        get { self["unsent"] }
        set { self["unsent"] = max(0, newValue) }
    }

    var unsentBytes: Int64 {
        get { self["unsentBytes"] }
        set { self["unsentBytes"] = max(0, newValue) }
    }

    var posted: Int64 {
        get { self["posted"] }
        set { self["posted"] = newValue }
    }

    /// The number of posted, failed and aged items of a lane that keeps them for a time. Counted again whenever the lane is
    /// opened.
    var settled: Int {
        get { Int(self["settled"]) }
        set { self["settled"] = Int64(max(0, newValue)) }
    }

    /// The number of failed requests of the lane in a row.
    var failures: Int {
        get { Int(self["failures"]) }
        set { self["failures"] = Int64(newValue) }
    }

    /// The outbox's age, in milliseconds, before which the lane sends nothing.
    var notBefore: Int64 {
        get { self["notBefore"] }
        set { self["notBefore"] = newValue }
    }

    /// The outbox's age in milliseconds, and the wall clock at that moment. The age does not depend on the wall clock.
    var age: (passed: Int64, wall: Int64) {
        get { (self[Key(lane: Self.outbox, name: "agePassed")], self[Key(lane: Self.outbox, name: "ageWall")]) }
        set {
            self[Key(lane: Self.outbox, name: "agePassed")] = newValue.passed
            self[Key(lane: Self.outbox, name: "ageWall")] = newValue.wall
        }
    }

    /// Counts lost items; the next upload of events reports them.
    mutating func drop(_ count: Int, _ reason: OutboxCounts.DropReason) {
        guard count > 0 else { return }
        self["dropped.\(reason.rawValue)"] += Int64(count)
        self["unreported.\(reason.rawValue)"] += Int64(count)
    }

    /// Subtracts items from the counters of unsent items.
    mutating func leave(_ count: Int, bytes: Int64) {
        unsent -= Int64(count)
        // An item may have become shorter while its request was running.
        unsentBytes = unsent == 0 ? 0 : unsentBytes - bytes
    }

    /// The losses that no event has reported yet; after this call they count as reported.
    mutating func reportedLosses() -> [(reason: OutboxCounts.DropReason, count: Int64)] {
        OutboxCounts.DropReason.allCases.compactMap { reason in
            let count = self["unreported.\(reason.rawValue)"]
            self["unreported.\(reason.rawValue)"] = 0
            return count > 0 ? (reason, count) : nil
        }
    }

    /// The counts in the ledger. The number of items for each status other than `notPosted` is not included.
    var counts: OutboxCounts {
        var counts = OutboxCounts()
        counts.notPosted = Int(unsent)
        counts.notPostedBytes = Int(unsentBytes)
        counts.posted = Int(posted)
        counts.lastSequence = lastSequence
        for reason in OutboxCounts.DropReason.allCases where self["dropped.\(reason.rawValue)"] > 0 {
            counts.dropped[reason] = Int(self["dropped.\(reason.rawValue)"])
        }
        return counts
    }
}
