import MarqueeWire
import PlatformStore

final class EventFactsFold: ProjectionFold {
    private struct Key: Hashable {
        let scope: Int64
        let day: Int
        let name: Int64
    }

    /// Facts are added to the latest part up to this size in bytes: it stays within a page, which is written anyway.
    private static let openSize = 8 * 1024
    /// Parts that one step of tidying or erasing looks at.
    private static let step: Int64 = 200

    private let names: NameTable
    private let retention: Retention
    private let latest: SQLiteStatement
    private let insert: SQLiteStatement
    private let update: SQLiteStatement
    private let removeOld: SQLiteStatement
    private let select: SQLiteStatement
    private let remove: SQLiteStatement
    private var places: [Key: Int] = [:]
    private var parts: [(key: Key, facts: [Fact])] = []
    /// Behind which part an erasure goes on.
    private var erased: (person: ErasedPerson, part: Int64)?

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        retention = warehouse.retention
        let connection = warehouse.connection
        latest = try connection.prepare(
            """
            SELECT id, CASE WHEN length(facts) < ?4 THEN facts END FROM fact_part
            WHERE scope = ?1 AND day = ?2 AND name = ?3 ORDER BY id DESC LIMIT 1
            """)
        insert = try connection.prepare("INSERT INTO fact_part (scope, day, name, facts) VALUES (?, ?, ?, ?)")
        update = try connection.prepare("UPDATE fact_part SET facts = ? WHERE id = ?")
        removeOld = try connection.prepare(
            "DELETE FROM fact_part WHERE id IN (SELECT id FROM fact_part WHERE day < ? LIMIT ?)")
        select = try connection.prepare(
            "SELECT id, facts, name FROM fact_part WHERE id > ? AND scope = ? ORDER BY id LIMIT ?")
        remove = try connection.prepare("DELETE FROM fact_part WHERE id = ?")
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        // Most events of a batch have the name, day and reader of the one before.
        var place: (key: Key, index: Int)?
        var reader: (user: TextSpan, number: Int64)?
        for event in events {
            let day = Day(event.time)
            let key = Key(scope: batch.scopeNumber, day: day.number, name: event.name)
            if reader == nil || !batch.isSame(reader?.user ?? .none, event.marked.user) {
                reader = (event.marked.user, try names.reader(of: event, batch))
            }
            let time = event.time.milliseconds - day.start.milliseconds
            guard let fact = Fact(millisecond: time, person: reader?.number ?? 0) else { continue }
            let index = place?.key == key ? place?.index ?? index(of: key) : index(of: key)
            place = (key, index)
            parts[index].facts.append(fact)
        }
    }

    private func index(of key: Key) -> Int {
        if let index = places[key] { return index }
        places[key] = parts.count
        parts.append((key, []))
        return parts.count - 1
    }

    func write() throws(StoreError) {
        for (key, facts) in parts where !facts.isEmpty {
            // As they stand in memory, like the index of a batch in the spool.
            let bytes = facts.sorted().withUnsafeBytes { Array($0) }
            if bytes.count < Self.openSize, let open = try open(key, bytes.count) {
                update.bind(1, blob: open.facts + bytes)
                update.bind(2, open.id)
                try update.run()
            } else {
                insert.bind(1, key.scope)
                insert.bind(2, Int64(key.day))
                insert.bind(3, key.name)
                insert.bind(4, blob: bytes)
                try insert.run()
            }
        }
        (parts, places) = ([], [:])
    }

    /// The latest part that has room for so many bytes.
    private func open(_ key: Key, _ count: Int) throws(StoreError) -> (id: Int64, facts: [UInt8])? {
        latest.bind(1, key.scope)
        latest.bind(2, Int64(key.day))
        latest.bind(3, key.name)
        latest.bind(4, Int64(Self.openSize - count))
        defer { latest.reset() }
        return try latest.step() && !latest.isNull(1) ? (latest.integer(0), latest.bytes(1)) : nil
    }

    func forget() {
        (parts, places) = ([], [:])
        erased = nil
    }

    /// Facts leave with the content of their events.
    func tidy(now: Timestamp) throws(StoreError) -> Bool {
        guard let days = retention.days else { return false }
        removeOld.bind(1, Int64((Day(now) + -days).number))
        removeOld.bind(2, Self.step)
        try removeOld.run()
        return removeOld.changes == Int(Self.step)
    }

    func erase(_ person: ErasedPerson) throws(StoreError) -> Bool {
        let readers = Set(person.readers.compactMap { UInt32(exactly: $0) })
        let ofPlacements = readers.union(person.mixed.compactMap { UInt32(exactly: $0) })
        guard !ofPlacements.isEmpty else { return false }
        let after = erased?.person == person ? erased?.part ?? 0 : 0
        select.bind(1, after)
        select.bind(2, person.scope)
        select.bind(3, Self.step)
        var changed: [(id: Int64, facts: [UInt8])] = []
        var (last, count) = (after, 0)
        while try select.step() {
            (last, count) = (select.integer(0), count + 1)
            let facts = select.bytes(1)
            let kept = Self.without(person.mixedNames.contains(select.integer(2)) ? ofPlacements : readers, facts)
            if kept.count < facts.count { changed.append((last, kept)) }
        }
        select.reset()
        for part in changed {
            if part.facts.isEmpty {
                remove.bind(1, part.id)
                try remove.run()
            } else {
                update.bind(1, blob: part.facts)
                update.bind(2, part.id)
                try update.run()
            }
        }
        let isLast = count < Int(Self.step)
        erased = isLast ? nil : (person, last)
        return !isLast
    }

    private static func without(_ readers: Set<UInt32>, _ facts: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        facts.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - Fact.size + 1, by: Fact.size) {
                let fact = bytes.loadUnaligned(fromByteOffset: offset, as: Fact.self)
                if !readers.contains(fact.person) { kept += bytes[offset..<offset + Fact.size] }
            }
        }
        return kept
    }
}
