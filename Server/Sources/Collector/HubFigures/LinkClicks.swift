import MarqueeWire
import PlatformStore

/// How often each external link was followed, by page and day, and by whom.
final class LinkClicks {
    static let tables = """
        CREATE TABLE link_rollup (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, day INTEGER NOT NULL, page INTEGER NOT NULL,
            link INTEGER NOT NULL, is_test INTEGER NOT NULL, clicks INTEGER NOT NULL,
            UNIQUE (scope, day, page, link, is_test));
        CREATE TABLE link_reader (
            rollup INTEGER NOT NULL, block INTEGER NOT NULL, bits INTEGER NOT NULL, PRIMARY KEY (rollup, block)) WITHOUT ROWID;
        """
    /// Addresses that are kept apart, of one app and stream.
    private static let mostLinks = 5000

    private struct Key: Hashable {
        let scope: Int64
        let day: Int
        let page: Int64
        let link: Int64
        let isTest: Bool
    }

    private struct Clicks {
        var count: Int64 = 0
        var readers: Set<Int64> = []
    }

    private let names: NameTable
    private let url: FoldKey
    private let links: NameList
    private let addClicks: SQLiteStatement
    private let addReaders: SQLiteStatement
    private var rows: [Key: Clicks] = [:]

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        url = warehouse.key(HubFigures.url)
        links = try warehouse.names.list("link", most: Self.mostLinks)
        addClicks = try warehouse.connection.prepare(
            """
            INSERT INTO link_rollup (scope, day, page, link, is_test, clicks) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, day, page, link, is_test) DO UPDATE SET clicks = link_rollup.clicks + excluded.clicks
            RETURNING id
            """)
        addReaders = try warehouse.connection.prepare(
            """
            INSERT INTO link_reader (rollup, block, bits) VALUES (?, ?, ?) ON CONFLICT (rollup, block) DO UPDATE SET
            bits = link_reader.bits | excluded.bits
            """)
    }

    /// Counts a link that was followed on a page. An address that is missing or too long counts among the others.
    func count(_ event: FoldedEvent, of batch: FoldedBatch, on page: Int64) throws(StoreError) {
        var link = try names.number(of: EventRecord.otherName)
        if let text = batch.text(url, of: event) {
            link = try batch.scanner.withBytes(of: text) { (bytes) throws(StoreError) in
                try links.number(of: bytes, scope: batch.scopeNumber, day: Day(batch.received).number)
            }
        }
        let key = Key(
            scope: batch.scopeNumber, day: Day(event.time).number, page: page, link: link, isTest: batch.isTest)
        let reader = try names.reader(of: event, batch)
        rows[key, default: Clicks()].count += 1
        rows[key, default: Clicks()].readers.insert(reader)
    }

    func write() throws(StoreError) {
        for (key, clicks) in rows {
            addClicks.bind(1, key.scope)
            addClicks.bind(2, Int64(key.day))
            addClicks.bind(3, key.page)
            addClicks.bind(4, key.link)
            addClicks.bind(5, key.isTest ? 1 : 0)
            addClicks.bind(6, clicks.count)
            guard let id = try addClicks.first() else { throw StoreError(.storage, "clicks were not written") }
            for readers in NumberSet.blocks(of: Array(clicks.readers)) {
                addReaders.bind(1, id)
                addReaders.bind(2, readers.block)
                addReaders.bind(3, readers.bits)
                try addReaders.run()
            }
        }
        forget()
    }

    func forget() { rows = [:] }
}
