import MarqueeWire
import PlatformStore

/// Removes slots of days whose events have lost their content, and of days to come, which only ids have that no clock
/// made; some rows at a time.
///
/// A pass begins when the oldest day with content is another one, and walks over all such blocks once. A block stays
/// while it has a stray event with its content.
final class SlotSweep {
    /// Rows that one step removes, and blocks that it looks at.
    private let step: Int
    private let next: SQLiteStatement
    private let stray: SQLiteStatement
    private let remove: SQLiteStatement
    /// The pass for a day; the blocks up to `position` are done. A pass that is over has no position.
    private var pass: (day: Int, position: Int64?)?

    init(_ connection: SQLiteConnection, step: Int = 2000) throws(StoreError) {
        self.step = step
        next = try connection.prepare("SELECT MIN(block) FROM event_slot WHERE block > ?")
        stray = try connection.prepare("SELECT 1 FROM stray WHERE day >= ? AND id >= ? AND id < ? LIMIT 1")
        remove = try connection.prepare(
            """
            DELETE FROM event_slot WHERE block = ?1
            AND subject IN (SELECT subject FROM event_slot WHERE block = ?1 LIMIT ?2)
            """)
    }

    /// Begins again, after a rollback.
    func forget() { pass = nil }

    /// Whether there are steps to do for a day.
    func isDue(_ day: Int) -> Bool { pass?.day != day || pass?.position != nil }

    /// Does one step.
    /// - Parameters:
    ///   - day: the oldest day on which an event arrived that has its content.
    ///   - today: the day by the server's clock.
    /// - Returns: whether rows were removed.
    func run(before day: Int, today: Int) throws(StoreError) -> Bool {
        if pass?.day != day { pass = (day, -1) }
        guard var position = pass?.position else { return false }
        var (rows, hasRemoved) = (step, false)
        while rows > 0 {
            guard let block = try block(after: position, before: day, today: today) else {
                pass?.position = nil
                return hasRemoved
            }
            let removed = try hasContent(block, since: day) ? 0 : try removeRows(of: block, atMost: rows)
            hasRemoved = hasRemoved || removed > 0
            // A block of more rows is looked at again by the next step: content may have arrived in it.
            if removed < rows { position = block }
            rows -= max(removed, 1)
        }
        pass?.position = position
        return hasRemoved
    }

    /// The next block that may have to go.
    private func block(after position: Int64, before day: Int, today: Int) throws(StoreError) -> Int64? {
        let firstKept = (Int64(day) - 1) * 86_400_000 / EventSlots.block
        // Rounded up: the block in which tomorrow ends has events of devices that are a day ahead.
        let firstOfFuture = ((Int64(today) + 2) * 86_400_000 + EventSlots.block - 1) / EventSlots.block
        guard let block = try block(after: position) else { return nil }
        let isKept = block >= firstKept && block < firstOfFuture
        return isKept ? try self.block(after: firstOfFuture - 1) : block
    }

    private func block(after position: Int64) throws(StoreError) -> Int64? {
        next.bind(1, position)
        defer { next.reset() }
        return try next.step() && !next.isNull(0) ? next.integer(0) : nil
    }

    /// Whether a stray event of a block has its content, because it arrived on a day that is kept.
    private func hasContent(_ block: Int64, since day: Int) throws(StoreError) -> Bool {
        stray.bind(1, Int64(day))
        stray.bind(2, blob: EventSlots.firstID(made: block * EventSlots.block).bytes)
        stray.bind(3, blob: EventSlots.firstID(made: (block + 1) * EventSlots.block).bytes)
        return try stray.first() != nil
    }

    private func removeRows(of block: Int64, atMost rows: Int) throws(StoreError) -> Int {
        remove.bind(1, block)
        remove.bind(2, Int64(rows))
        try remove.run()
        return remove.changes
    }
}
