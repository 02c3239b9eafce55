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
    private let addInstalls: SQLiteStatement
    private var rows: [Row] = []
    private var places: [Key: Int] = [:]
    /// The row that was counted last in the batch: most of its events have one name.
    private var latest: (key: Key, place: Int)?
    /// The batch's install.
    private var install: Int64 = 0

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        addCount = try warehouse.connection.prepare(
            """
            INSERT INTO event_count (scope, day, name, events) VALUES (?, ?, ?, ?)
            ON CONFLICT (scope, day, name) DO UPDATE SET events = event_count.events + excluded.events RETURNING id
            """)
        addInstalls = try warehouse.connection.prepare(
            """
            INSERT INTO event_install (count, block, bits) VALUES (?, ?, ?) ON CONFLICT (count, block) DO UPDATE SET
            bits = event_install.bits | excluded.bits WHERE event_install.bits | excluded.bits <> event_install.bits
            """)
    }

    func batchBegan(_ batch: FoldedBatch) throws(StoreError) {
        install = try names.install(of: batch)
        latest = nil
    }

    func fold(_ event: FoldedEvent, of batch: FoldedBatch) {
        let key = Key(scope: batch.scopeNumber, day: Day(event.time).number, name: event.name)
        if let latest, latest.key == key { return rows[latest.place].events += 1 }
        let place = places[key] ?? rows.count
        if place == rows.count {
            places[key] = place
            rows.append(Row(key: key))
        }
        rows[place].events += 1
        rows[place].installs.insert(install)
        latest = (key, place)
    }

    func write() throws(StoreError) {
        for row in rows {
            addCount.bind(1, row.key.scope)
            addCount.bind(2, Int64(row.key.day))
            addCount.bind(3, row.key.name)
            addCount.bind(4, row.events)
            let id = try addCount.first()
            for (block, bits) in NumberSet.blocks(of: Array(row.installs)) {
                addInstalls.bind(1, id)
                addInstalls.bind(2, block)
                addInstalls.bind(3, bits)
                try addInstalls.run()
            }
        }
        forget()
    }

    func forget() { (rows, places, latest) = ([], [:], nil) }
}
