import GRDB

/// The numbers that the outbox keeps beside a lane's items, read and written in the same transactions.
struct OutboxLedger {
    /// Stands for the outbox as a whole where a lane's number stands.
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

    /// Items that may still be sent: on hold, expired or not posted, in flight or not.
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

    /// How often in a row the lane's receiver was in trouble.
    var failures: Int {
        get { Int(self["failures"]) }
        set { self["failures"] = Int64(newValue) }
    }

    /// The outbox's age before which the lane sends nothing.
    var notBefore: Int64 {
        get { self["notBefore"] }
        set { self["notBefore"] = newValue }
    }

    /// How many milliseconds really passed since the install, and the wall clock at that point.
    var age: (passed: Int64, wall: Int64) {
        get { (self[Key(lane: Self.outbox, name: "agePassed")], self[Key(lane: Self.outbox, name: "ageWall")]) }
        set {
            self[Key(lane: Self.outbox, name: "agePassed")] = newValue.passed
            self[Key(lane: Self.outbox, name: "ageWall")] = newValue.wall
        }
    }

    /// Counts a loss, to be reported with the next upload of events.
    mutating func drop(_ count: Int, _ reason: OutboxCounts.DropReason) {
        guard count > 0 else { return }
        self["dropped.\(reason.rawValue)"] += Int64(count)
        self["unreported.\(reason.rawValue)"] += Int64(count)
    }

    /// Removes an item, or several, from the account of what is unsent.
    mutating func leave(_ count: Int, bytes: Int64) {
        unsent -= Int64(count)
        unsentBytes -= bytes
    }

    /// The losses that no event has reported yet; they count as reported from now on.
    mutating func reportedLosses() -> [(reason: OutboxCounts.DropReason, count: Int64)] {
        OutboxCounts.DropReason.allCases.compactMap { reason in
            let count = self["unreported.\(reason.rawValue)"]
            self["unreported.\(reason.rawValue)"] = 0
            return count > 0 ? (reason, count) : nil
        }
    }

    /// The account so far, without the items that have a status of their own.
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
