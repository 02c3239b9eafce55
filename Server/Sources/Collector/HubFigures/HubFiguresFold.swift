import MarqueeWire
import PlatformStore

/// Counts a transaction's events in memory, and writes each row of `rollup` once.
final class HubFiguresFold: ProjectionFold {
    /// Entry points that are kept apart, of one app and stream.
    private static let mostEntryPoints = 5000

    /// A metric with the key by which its amount is read.
    private struct Metric {
        let metric: HubMetric
        let amount: HubMetric.Amount
        let key: FoldKey?
    }

    /// Name and entry point of the events before, which most events of a batch share.
    private struct Latest {
        var name: (number: Int64, metrics: [Metric])?
        var entry: (text: TextSpan, number: Int64)?
    }

    private let warehouse: FoldContext
    private let releases: PublishedReleases
    private let uri, channel, entryPoint, release: FoldKey
    private let metrics: [(event: [UInt8], metrics: [Metric])]
    private let entryPoints: NameList
    private let pages: PageTable
    private let links: LinkClicks
    private let addRow: SQLiteStatement
    private let addReaders: SQLiteStatement
    private var rows = FigureRows()
    /// The newest release of the scope of the batch before.
    private var newest: (scope: Scope, release: Int64)?

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
        links = try LinkClicks(warehouse)
        let columns = HubMetric.allCases.map(\.definition.column)
        addRow = try warehouse.connection.prepare(
            """
            INSERT INTO rollup (scope, day, page, entry, is_test, \(columns.joined(separator: ", ")))
            VALUES (?, ?, ?, ?, ?\(String(repeating: ", ?", count: columns.count)))
            ON CONFLICT (scope, day, page, entry, is_test) DO UPDATE SET
            \(columns.map { "\($0) = rollup.\($0) + excluded.\($0)" }.joined(separator: ", ")) RETURNING id
            """)
        addReaders = try warehouse.connection.prepare(
            """
            INSERT INTO reader (rollup, block, bits) VALUES (?, ?, ?) ON CONFLICT (rollup, block) DO UPDATE SET
            bits = reader.bits | excluded.bits WHERE reader.bits | excluded.bits <> reader.bits
            """)
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        let newest = try newestRelease(of: batch)
        var latest = Latest()
        for event in events {
            guard let page = try page(of: event, batch, newest) else { continue }
            let key = FigureRows.Key(
                scope: batch.scopeNumber, day: Day(event.time).number, page: pages.number(at: page),
                entry: try entry(of: event, batch, &latest), isTest: batch.isTest)
            let row = rows.row(of: key, expected: pages.row(at: page))
            if row != pages.row(at: page) { pages.note(row: row, at: page) }
            for metric in metrics(of: event, batch, &latest) {
                rows.add(amount(metric, event, batch), to: metric.metric, in: row)
                switch metric.metric {
                case .views: rows.add(reader: try warehouse.names.reader(of: event, batch), to: row)
                case .links: try links.count(event, of: batch, on: key.page)
                default: break
                }
            }
        }
    }

    func write() throws(StoreError) {
        var ids: [Int64] = []
        ids.reserveCapacity(rows.count)
        for row in 0..<rows.count { ids.append(try write(row)) }
        for readers in rows.takeReaders() {
            addReaders.bind(1, ids[readers.row])
            addReaders.bind(2, readers.block)
            addReaders.bind(3, readers.bits)
            try addReaders.run()
        }
        try links.write()
        clear()
    }

    func forget() {
        pages.forget()
        releases.forget()
        clear()
    }

    private func clear() {
        rows.removeAll()
        links.forget()
        newest = nil
    }

    /// The newest release of the batch's app and stream; its pages are stored when they were not yet.
    private func newestRelease(of batch: FoldedBatch) throws(StoreError) -> Int64 {
        if let newest, newest.scope == batch.scope { return newest.release }
        if let (release, published) = releases.takePages(of: batch.scope) {
            try pages.enter(published, of: release, scope: batch.scopeNumber)
        }
        let release = releases.newest(of: batch.scope) ?? .max
        newest = (batch.scope, release)
        return release
    }

    /// The number of the row in `rollup`.
    private func write(_ row: Int) throws(StoreError) -> Int64 {
        let key = rows.key(of: row)
        addRow.bind(1, key.scope)
        addRow.bind(2, Int64(key.day))
        addRow.bind(3, key.page)
        addRow.bind(4, key.entry)
        addRow.bind(5, key.isTest ? 1 : 0)
        for (place, amount) in rows.amounts(of: row).enumerated() { addRow.bind(Int32(6 + place), amount) }
        guard let id = try addRow.first() else { throw StoreError(.storage, "figures were not written") }
        return id
    }

    private func metrics(of event: FoldedEvent, _ batch: FoldedBatch, _ latest: inout Latest) -> [Metric] {
        if let name = latest.name, name.number == event.name { return name.metrics }
        guard let name = event.marked.name.text,
            let found = metrics.first(where: { batch.scanner.isEqual(name, $0.event) })
        else { return [] }
        latest.name = (event.name, found.metrics)
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

    /// The page's place in ``PageTable``.
    private func page(of event: FoldedEvent, _ batch: FoldedBatch, _ newest: Int64) throws(StoreError) -> Int? {
        guard let uri = batch.text(uri, of: event) else { return nil }
        let visit = PageTable.Visit(
            release: batch.integer(release, of: event), newest: newest, scope: batch.scopeNumber)
        return try batch.scanner.withBytes(of: uri) { (uri) throws(StoreError) in
            guard let channel = batch.text(channel, of: event) else {
                return try pages.place(of: uri, channel: nil, visit)
            }
            return try batch.scanner.withBytes(of: channel) { (channel) throws(StoreError) in
                try pages.place(of: uri, channel: channel, visit)
            }
        }
    }

    private func entry(
        of event: FoldedEvent, _ batch: FoldedBatch, _ latest: inout Latest
    ) throws(StoreError) -> Int64 {
        let text = batch.text(entryPoint, of: event).map { TextSpan($0) } ?? .none
        if let entry = latest.entry, batch.isSame(entry.text, text) { return entry.number }
        let number = try batch.withBytes(of: text) { (bytes) throws(StoreError) in
            try entryPoints.number(of: bytes, scope: batch.scopeNumber, day: Day(batch.received).number)
        }
        latest.entry = (text, number)
        return number
    }
}
