import MarqueeWire
import PlatformStore

/// Finds the events of a query, the latest first, by the slots in which all of its subjects occur.
struct EventSearch {
    /// Rows that one page looks at; a block of slots counts as ten rows.
    static let budget = 20_000
    private static let blockCost = 10
    /// Behind every id.
    private static let end = [UInt8](repeating: 0xFF, count: 17)

    private let query: EventQuery
    private let scope: Int64
    private let name: Int64?
    private let subjects: [Int64]
    private let rows: SQLiteStatement
    private let blocks: SQLiteStatement
    private let bits: SQLiteStatement
    private let names: SQLiteStatement
    private let limit: Int
    private var budget: Int
    private var events: [EventRecord] = []

    /// `nil` when the log has never seen the scope, or the name in it.
    init?(_ query: EventQuery, _ connection: SQLiteConnection, budget: Int = EventSearch.budget) throws(StoreError) {
        let find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        find.bind(1, query.scope.description)
        guard let scope = try find.first() else { return nil }
        var name: Int64?
        if let text = query.name {
            find.bind(1, text)
            name = try find.first()
            if name == nil { return nil }
        }
        self.query = query
        self.scope = scope
        self.name = name
        self.budget = budget
        limit = min(max(query.limit, 1), 1000)
        subjects = Self.subjects(query, name, scope)
        rows = try connection.prepare(
            """
            SELECT id, scope, name, install, user, time, received, session, sequence, properties FROM event
            WHERE id >= ? AND id < ? ORDER BY id DESC
            """)
        blocks = try connection.prepare("SELECT MAX(block) FROM event_slot WHERE block <= ?")
        bits = try connection.prepare("SELECT bits FROM event_slot WHERE block = ? AND subject = ?")
        names = try connection.prepare("SELECT text FROM term WHERE id = ?")
    }

    private static func subjects(_ query: EventQuery, _ name: Int64?, _ scope: Int64) -> [Int64] {
        var subjects = [EventSlots.Subject.app.hash(scope: scope)]
        if let name { subjects.append(EventSlots.Subject.name(name).hash(scope: scope)) }
        if var install = query.install {
            subjects.append(install.withUTF8 { EventSlots.Subject.install($0).hash(scope: scope) })
        }
        if var user = query.user {
            subjects.append(user.withUTF8 { EventSlots.Subject.user($0).hash(scope: scope) })
        }
        return subjects
    }

    mutating func run() throws(StoreError) -> EventPage {
        let lower = query.from.map { EventSlots.firstID(made: $0.milliseconds) } ?? EventID(high: 0, low: 0)
        var upper = query.until.map { EventSlots.firstID(made: $0.milliseconds) }
        if let before = query.before?.id { upper = upper.map { min($0, before) } ?? before }
        var last = upper.map(Self.lastBlock) ?? Int64.max
        while let block = try latestBlock(through: last), (block + 1) * EventSlots.block > Int64(lower.high >> 16) {
            if let next = try search(block, lower, upper) { return EventPage(events: events, next: next) }
            budget -= Self.blockCost
            guard budget > 0 else {
                let id = EventSlots.firstID(made: block * EventSlots.block)
                return EventPage(events: events, next: EventCursor(id: id))
            }
            last = block - 1
        }
        return EventPage(events: events, next: nil)
    }

    /// The latest block with ids below `upper`.
    private static func lastBlock(below upper: EventID) -> Int64 {
        let made = Int64(upper.high >> 16)
        let isStart = upper == EventSlots.firstID(made: made) && made.isMultiple(of: EventSlots.block)
        return made / EventSlots.block - (isStart ? 1 : 0)
    }

    /// Searches the slots of a block; returns where the next page begins if this one ends within the block.
    private mutating func search(_ block: Int64, _ lower: EventID, _ upper: EventID?) throws(StoreError) -> EventCursor?
    {
        var slots = try commonSlots(of: block)
        while slots != 0 {
            let bit = 63 - slots.leadingZeroBitCount
            slots &= ~(1 << UInt64(bit))
            let start = (block * 64 + Int64(bit)) * EventSlots.slot
            let from = max(lower, EventSlots.firstID(made: start))
            rows.bind(1, blob: from.bytes)
            rows.bind(2, blob: Self.bound(start + EventSlots.slot, upper))
            defer { rows.reset() }
            while try rows.step() {
                let isFull = try read()
                if isFull || budget <= 0 {
                    return EventID(rows.bytes(0)).map { EventCursor(id: $0) }
                }
            }
        }
        return nil
    }

    private static func bound(_ end: Int64, _ upper: EventID?) -> [UInt8] {
        let isLast = end > 0xFFFF_FFFF_FFFF
        guard let upper else { return isLast ? Self.end : EventSlots.firstID(made: end).bytes }
        return isLast ? upper.bytes : min(upper, EventSlots.firstID(made: end)).bytes
    }

    /// Takes the row if it matches; returns whether the page is full.
    private mutating func read() throws(StoreError) -> Bool {
        budget -= 1
        guard rows.integer(1) == scope, name.map({ rows.integer(2) == $0 }) ?? true else { return false }
        // Events that have lost their content have no install.
        let install = rows.text(3)
        guard !install.isEmpty, query.install.map({ isSame($0, install) }) ?? true else { return false }
        let user = rows.isNull(4) ? nil : rows.text(4)
        if let asked = query.user {
            guard let user, isSame(asked, user) else { return false }
        }
        guard let id = EventID(rows.bytes(0)) else { return false }
        names.bind(1, rows.integer(2))
        defer { names.reset() }
        events.append(
            EventRecord(
                scope: query.scope, id: id, name: try names.step() ? names.text(0) : "",
                time: Timestamp(milliseconds: rows.integer(5)), received: Timestamp(milliseconds: rows.integer(6)),
                install: install, user: user, session: rows.isNull(7) ? nil : rows.text(7),
                sequence: rows.integer(8), properties: rows.isNull(9) ? "{}" : rows.text(9)))
        return events.count == limit
    }

    /// Ids are compared byte for byte: Unicode's equality joins different users (HUB-032).
    private func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    private func latestBlock(through last: Int64) throws(StoreError) -> Int64? {
        blocks.bind(1, last)
        defer { blocks.reset() }
        return try blocks.step() && !blocks.isNull(0) ? blocks.integer(0) : nil
    }

    /// The slots in which every subject occurs.
    private func commonSlots(of block: Int64) throws(StoreError) -> UInt64 {
        var all = UInt64.max
        for subject in subjects where all != 0 {
            bits.bind(1, block)
            bits.bind(2, subject)
            all &= UInt64(bitPattern: try bits.first() ?? 0)
        }
        return all
    }
}

extension EventID {
    /// An id by its 16 bytes; `nil` for any other number of bytes.
    fileprivate init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let half = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(high: half(bytes[..<8]), low: half(bytes[8...]))
    }
}
