import MarqueeWire
import PlatformStore

/// Counts a transaction's events in memory, and writes each row of `rollup` once.
final class HubFiguresFold: ProjectionFold {
    /// Entry points that are kept apart, of one app and stream.
    private static let mostEntryPoints = 5000

    private struct Key: Hashable {
        let scope: Int64
        let day: Int
        let page: Int64
        let entry: Int64
    }

    private struct Row {
        let key: Key
        var amounts = [Int64](repeating: 0, count: HubMetric.allCases.count)
        /// As they came, some more than once.
        var readers: [Int64] = []
    }

    /// A metric with the key by which its amount is read.
    private struct Metric {
        let metric: HubMetric
        let amount: HubMetric.Amount
        let key: FoldKey?
    }

    private let warehouse: FoldContext
    private let releases: PublishedReleases
    private let uri, channel, entryPoint, release: FoldKey
    private let metrics: [(event: [UInt8], metrics: [Metric])]
    private let entryPoints: NameList
    private let pages: PageTable
    private let addRow: SQLiteStatement
    private let addReaders: SQLiteStatement
    private var rows: [Row] = []
    private var places: [Key: Int] = [:]
    /// The row that was counted last: a reader's events are often of one page.
    private var latest: (key: Key, place: Int)?
    private var latestName: (number: Int64, metrics: [Metric])?
    private var latestEntry: (text: TextSpan, number: Int64)?
    /// The newest release of the batch's app and stream.
    private var newest = Int64.max

    init(_ warehouse: FoldContext, _ releases: PublishedReleases, mostPages: Int) throws(StoreError) {
        self.warehouse = warehouse
        self.releases = releases
        uri = warehouse.key(HubFigures.uri)
        channel = warehouse.key(HubFigures.channel)
        entryPoint = warehouse.key(HubFigures.entryPoint)
        release = warehouse.key(HubFigures.release)
        let events = Set(HubMetric.allCases.map(\.definition.event))
        metrics = events.map { event in
            let metrics = HubMetric.allCases.filter { $0.definition.event == event }.map { metric in
                let amount = metric.definition.amount
                return Metric(metric: metric, amount: amount, key: amount.key.map(warehouse.key))
            }
            return (Array(event.utf8), metrics)
        }
        entryPoints = try warehouse.names.list("entry_point", most: Self.mostEntryPoints, reserved: [""])
        pages = try PageTable(warehouse.connection, mostPages: mostPages)
        let columns = HubMetric.allCases.map(\.definition.column)
        addRow = try warehouse.connection.prepare(
            """
            INSERT INTO rollup (scope, day, page, entry, \(columns.joined(separator: ", ")))
            VALUES (?, ?, ?, ?\(String(repeating: ", ?", count: columns.count)))
            ON CONFLICT (scope, day, page, entry) DO UPDATE SET
            \(columns.map { "\($0) = rollup.\($0) + excluded.\($0)" }.joined(separator: ", ")) RETURNING id
            """)
        addReaders = try warehouse.connection.prepare(
            """
            INSERT INTO reader (rollup, block, bits) VALUES (?, ?, ?) ON CONFLICT (rollup, block) DO UPDATE SET
            bits = reader.bits | excluded.bits WHERE reader.bits | excluded.bits <> reader.bits
            """)
    }

    func batchBegan(_ batch: FoldedBatch) throws(StoreError) {
        if let (release, published) = releases.takePages(of: batch.scope) {
            try pages.enter(published, of: release, scope: batch.scopeNumber)
        }
        newest = releases.newest(of: batch.scope) ?? .max
        latestEntry = nil
    }

    func fold(_ event: FoldedEvent, of batch: FoldedBatch) throws(StoreError) {
        guard let page = try page(of: event, batch) else { return }
        let key = Key(
            scope: batch.scopeNumber, day: Day(event.time).number, page: page, entry: try entry(of: event, batch))
        let place = latest?.key == key ? latest?.place ?? 0 : place(of: key)
        latest = (key, place)
        for metric in metrics(of: event, batch) {
            rows[place].amounts[metric.metric.rawValue] += amount(metric, event, batch)
            if metric.metric == .views { rows[place].readers.append(try warehouse.names.reader(of: event, batch)) }
        }
    }

    func write() throws(StoreError) {
        for row in rows {
            let id = try write(row)
            for (block, bits) in NumberSet.blocks(of: row.readers) {
                addReaders.bind(1, id)
                addReaders.bind(2, block)
                addReaders.bind(3, bits)
                try addReaders.run()
            }
        }
        clear()
    }

    func forget() {
        pages.forget()
        releases.forget()
        clear()
    }

    private func clear() { (rows, places, latest, latestName, latestEntry) = ([], [:], nil, nil, nil) }

    /// The number of the row in `rollup`.
    private func write(_ row: Row) throws(StoreError) -> Int64 {
        addRow.bind(1, row.key.scope)
        addRow.bind(2, Int64(row.key.day))
        addRow.bind(3, row.key.page)
        addRow.bind(4, row.key.entry)
        for (place, amount) in row.amounts.enumerated() { addRow.bind(Int32(5 + place), amount) }
        guard let id = try addRow.first() else { throw StoreError(.storage, "figures were not written") }
        return id
    }

    private func place(of key: Key) -> Int {
        if let place = places[key] { return place }
        places[key] = rows.count
        rows.append(Row(key: key))
        return rows.count - 1
    }

    private func metrics(of event: FoldedEvent, _ batch: FoldedBatch) -> [Metric] {
        if let latestName, latestName.number == event.name { return latestName.metrics }
        guard let name = event.marked.name.text,
            let found = metrics.first(where: { batch.scanner.isEqual(name, $0.event) })
        else { return [] }
        latestName = (event.name, found.metrics)
        return found.metrics
    }

    private func amount(_ metric: Metric, _ event: FoldedEvent, _ batch: FoldedBatch) -> Int64 {
        guard let key = metric.key else { return 1 }
        switch metric.amount {
        case .one: return 1
        case .yes: return batch.isTrue(key, of: event) ? 1 : 0
        case .number(_, let most): return Int64(min(max(batch.number(key, of: event) ?? 0, 0), most))
        }
    }

    private func page(of event: FoldedEvent, _ batch: FoldedBatch) throws(StoreError) -> Int64? {
        guard let uri = batch.text(uri, of: event) else { return nil }
        let visit = PageTable.Visit(
            release: batch.integer(release, of: event), newest: newest, scope: batch.scopeNumber)
        return try batch.scanner.withBytes(of: uri) { (uri) throws(StoreError) in
            guard let channel = batch.text(channel, of: event) else {
                return try pages.number(of: uri, channel: nil, visit)
            }
            return try batch.scanner.withBytes(of: channel) { (channel) throws(StoreError) in
                try pages.number(of: uri, channel: channel, visit)
            }
        }
    }

    private func entry(of event: FoldedEvent, _ batch: FoldedBatch) throws(StoreError) -> Int64 {
        let text = batch.text(entryPoint, of: event).map { TextSpan($0) } ?? .none
        if let latestEntry, batch.isSame(latestEntry.text, text) { return latestEntry.number }
        let number = try batch.withBytes(of: text) { (bytes) throws(StoreError) in
            try entryPoints.number(of: bytes, scope: batch.scopeNumber, day: Day(batch.received).number)
        }
        latestEntry = (text, number)
        return number
    }
}
