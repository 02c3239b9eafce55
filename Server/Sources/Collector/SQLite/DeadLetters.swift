import MarqueeWire
import PlatformStore

/// Batches that could not be read, or not wholly, kept with the reason, for a person to look at.
///
/// Only the newest stay, within bounds of number, bytes and age.
final class DeadLetters {
    /// The bounds of the table.
    struct Bounds: Sendable {
        /// The most batches.
        var count = 1000
        /// The most bytes of all batches.
        var bytes = 64 * 1024 * 1024
    }

    private let bounds: Bounds
    private let insert: SQLiteStatement
    private let removeSurplus: SQLiteStatement
    private let removeOld: SQLiteStatement
    private let select: SQLiteStatement
    private let remove: SQLiteStatement

    init(_ connection: SQLiteConnection, _ bounds: Bounds = Bounds()) throws(StoreError) {
        self.bounds = bounds
        insert = try connection.prepare(
            "INSERT INTO dead_letter (received, reason, body, scope) VALUES (?, ?, ?, ?)")
        removeSurplus = try connection.prepare(
            """
            DELETE FROM dead_letter WHERE id <= (
                SELECT MAX(id) FROM (
                    SELECT id, ROW_NUMBER() OVER newest AS place, SUM(length(body)) OVER newest AS bytes
                    FROM dead_letter WINDOW newest AS (ORDER BY id DESC))
                WHERE place > ? OR bytes > ?)
            """)
        removeOld = try connection.prepare("DELETE FROM dead_letter WHERE received < ?")
        // Those of earlier builds do not say whose they are.
        select = try connection.prepare(
            """
            SELECT id, body FROM dead_letter WHERE id > ? AND (scope = ? OR scope IS NULL) ORDER BY id LIMIT ?
            """)
        remove = try connection.prepare("DELETE FROM dead_letter WHERE id = ?")
    }

    /// - Parameter scope: the number of the app and stream.
    func add(_ body: UnsafeBufferPointer<UInt8>, scope: Int64, received: Timestamp, problem: String) throws(StoreError)
    {
        insert.bind(1, received.milliseconds)
        insert.bind(2, problem)
        insert.bind(3, blob: body)
        insert.bind(4, scope)
        try insert.run()
    }

    /// Removes the oldest batches beyond the bounds; returns how many.
    func trim() throws(StoreError) -> Int {
        removeSurplus.bind(1, Int64(bounds.count))
        removeSurplus.bind(2, Int64(bounds.bytes))
        try removeSurplus.run()
        return removeSurplus.changes
    }

    /// Looks at some batches of an app, and removes those that hold an id of a person.
    /// - Returns: where to go on; `nil` at the end.
    func remove(with ids: PersonIDs, scope: Int64, after id: Int64, limit: Int) throws(StoreError) -> Int64? {
        let search = UnreadableIDs(ids)
        select.bind(1, id)
        select.bind(2, scope)
        select.bind(3, Int64(limit))
        var found: [Int64] = []
        var (last, count) = (id, 0)
        while try select.step() {
            (last, count) = (select.integer(0), count + 1)
            if search.isAny(in: select.bytes(1)) { found.append(last) }
        }
        select.reset()
        for id in found {
            remove.bind(1, id)
            try remove.run()
        }
        return count < limit ? nil : last
    }

    /// Removes the batches that arrived before a time; returns how many.
    func remove(before time: Timestamp) throws(StoreError) -> Int {
        removeOld.bind(1, time.milliseconds)
        try removeOld.run()
        return removeOld.changes
    }
}
