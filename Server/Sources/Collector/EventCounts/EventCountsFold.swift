import MarqueeWire
import PlatformStore

final class EventCountsFold: ProjectionFold {
    private struct Key: Hashable {
        let scope: Int64
        let day: Int
        let name: Int64
    }

    private struct Row {
        let key: Key
        var events: Int64 = 0
        var installs: Set<Int64> = []
    }

    private let names: NameTable
    private let addCount: SQLiteStatement
    private let findInstalls: SQLiteStatement
    private let storeInstalls: SQLiteStatement
    private let countInstalls: SQLiteStatement
    private var rows: [Row] = []
    private var places: [Key: Int] = [:]

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        addCount = try warehouse.connection.prepare(
            """
            INSERT INTO event_count (scope, day, name, events) VALUES (?, ?, ?, ?)
            ON CONFLICT (scope, day, name) DO UPDATE SET events = event_count.events + excluded.events RETURNING id
            """)
        findInstalls = try warehouse.connection.prepare("SELECT bits FROM event_install WHERE count = ? AND block = ?")
        storeInstalls = try warehouse.connection.prepare(
            """
            INSERT INTO event_install (count, block, bits) VALUES (?, ?, ?)
            ON CONFLICT (count, block) DO UPDATE SET bits = excluded.bits
            """)
        countInstalls = try warehouse.connection.prepare(
            "UPDATE event_count SET installs = installs + ? WHERE id = ?")
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        let install = try names.install(of: batch)
        // Most events of a batch have the day and name of the one before.
        var latest: (key: Key, events: Int64)?
        for event in events {
            let key = Key(scope: batch.scopeNumber, day: Day(event.time).number, name: event.name)
            if let counted = latest, counted.key != key {
                add(counted.events, counted.key, install)
                latest = nil
            }
            latest = (key, (latest?.events ?? 0) + 1)
        }
        if let latest { add(latest.events, latest.key, install) }
    }

    private func add(_ events: Int64, _ key: Key, _ install: Int64) {
        let place = places[key] ?? rows.count
        if place == rows.count {
            places[key] = place
            rows.append(Row(key: key))
        }
        rows[place].events += events
        rows[place].installs.insert(install)
    }

    func write() throws(StoreError) {
        for row in rows {
            addCount.bind(1, row.key.scope)
            addCount.bind(2, Int64(row.key.day))
            addCount.bind(3, row.key.name)
            addCount.bind(4, row.events)
            guard let id = try addCount.first() else { throw StoreError(.storage, "counts were not written") }
            try add(row.installs, to: id)
        }
        forget()
    }

    /// Stores which installs sent events, and counts those that had sent none.
    private func add(_ installs: Set<Int64>, to id: Int64) throws(StoreError) {
        var new = 0
        for (block, bits) in NumberSet.blocks(of: Array(installs)) {
            findInstalls.bind(1, id)
            findInstalls.bind(2, block)
            let known = try findInstalls.first() ?? 0
            guard bits & ~known != 0 else { continue }
            new += (bits & ~known).nonzeroBitCount
            storeInstalls.bind(1, id)
            storeInstalls.bind(2, block)
            storeInstalls.bind(3, bits | known)
            try storeInstalls.run()
        }
        guard new > 0 else { return }
        countInstalls.bind(1, Int64(new))
        countInstalls.bind(2, id)
        try countInstalls.run()
    }

    func forget() { (rows, places) = ([], [:]) }
}
