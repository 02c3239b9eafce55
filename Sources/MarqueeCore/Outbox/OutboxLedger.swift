import GRDB
import MarqueeWire

/// The numbers an outbox keeps beside its events, read and written in the same transactions.
struct OutboxLedger {
    private var values: [String: Int64]
    private var changed: Set<String> = []

    init(_ database: Database) throws {
        values = [:]
        let rows = try Row.fetchCursor(database, sql: "SELECT name, value FROM ledger")
        while let row = try rows.next() { values[row[0]] = row[1] }
    }

    func save(_ database: Database) throws {
        let statement = try database.cachedStatement(sql: "INSERT OR REPLACE INTO ledger (name, value) VALUES (?, ?)")
        for name in changed { try statement.execute(arguments: [name, values[name] ?? 0]) }
    }

    private subscript(name: String) -> Int64 {
        get { values[name] ?? 0 }
        set {
            guard values[name] != newValue else { return }
            values[name] = newValue
            changed.insert(name)
        }
    }

    /// The sequence number given last.
    var lastSequence: Int64 {
        get { self["lastSequence"] }
        set { self["lastSequence"] = newValue }
    }

    var notPosted: Int64 {
        get { self["notPosted"] }
        set { self["notPosted"] = max(0, newValue) }
    }

    var notPostedBytes: Int64 {
        get { self["notPostedBytes"] }
        set { self["notPostedBytes"] = max(0, newValue) }
    }

    var posted: Int64 {
        get { self["posted"] }
        set { self["posted"] = newValue }
    }

    /// The sequence numbers in flight; empty when nothing is.
    var lease: ClosedRange<Int64>? {
        get { self["leaseLast"] > 0 ? self["leaseFirst"]...max(self["leaseFirst"], self["leaseLast"]) : nil }
        set {
            self["leaseFirst"] = newValue?.lowerBound ?? 0
            self["leaseLast"] = newValue?.upperBound ?? 0
        }
    }

    /// When sending may be tried again.
    var retry: RetrySchedule {
        get {
            RetrySchedule(
                attempts: Int(self["retryAttempts"]), setAt: Timestamp(milliseconds: self["retrySetAt"]),
                wait: .milliseconds(self["retryWait"]))
        }
        set {
            self["retryAttempts"] = Int64(newValue.attempts)
            self["retrySetAt"] = newValue.setAt.milliseconds
            self["retryWait"] = newValue.wait.milliseconds
        }
    }

    /// Time that really passed since the install, in milliseconds, and the wall clock at that point.
    var age: (passed: Int64, wall: Int64) {
        get { (self["agePassed"], self["ageWall"]) }
        set { (self["agePassed"], self["ageWall"]) = newValue }
    }

    /// Counts a loss, to be reported with the next upload.
    mutating func drop(_ count: Int, _ reason: OutboxCounts.DropReason) {
        guard count > 0 else { return }
        self["dropped.\(reason.rawValue)"] += Int64(count)
        self["unreported.\(reason.rawValue)"] += Int64(count)
    }

    /// Takes the losses that no event reports yet.
    mutating func takeUnreported() -> [(reason: OutboxCounts.DropReason, count: Int64)] {
        OutboxCounts.DropReason.allCases.compactMap { reason in
            let count = self["unreported.\(reason.rawValue)"]
            self["unreported.\(reason.rawValue)"] = 0
            return count > 0 ? (reason, count) : nil
        }
    }

    /// The account so far, without the events set aside.
    var counts: OutboxCounts {
        var counts = OutboxCounts()
        counts.notPosted = Int(notPosted)
        counts.notPostedBytes = Int(notPostedBytes)
        counts.posted = Int(posted)
        counts.lastSequence = lastSequence
        for reason in OutboxCounts.DropReason.allCases where self["dropped.\(reason.rawValue)"] > 0 {
            counts.dropped[reason] = Int(self["dropped.\(reason.rawValue)"])
        }
        return counts
    }
}
