import PlatformStore

/// The positions in the spool up to which batches were appended, in the table `cursor`.
struct SpoolCursor {
    private let select: SQLiteStatement
    private let store: SQLiteStatement
    private let remove: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        select = try connection.prepare("SELECT spool, position FROM cursor")
        store = try connection.prepare(
            "INSERT INTO cursor (spool, position) VALUES (?, ?) ON CONFLICT (spool) DO UPDATE SET position = excluded.position"
        )
        remove = try connection.prepare("DELETE FROM cursor WHERE spool = ?")
    }

    func positions() throws(StoreError) -> [SpoolPosition] {
        defer { select.reset() }
        var positions: [SpoolPosition] = []
        while try select.step() {
            guard let segment = SpoolSegment(name: select.text(0)) else { continue }
            positions.append(SpoolPosition(segment: segment, offset: Int(select.integer(1))))
        }
        return positions
    }

    func store(_ position: SpoolPosition, without gone: [SpoolSegment]) throws(StoreError) {
        for segment in gone {
            remove.bind(1, segment.name)
            try remove.run()
        }
        store.bind(1, position.segment.name)
        store.bind(2, Int64(position.offset))
        try store.run()
    }
}
