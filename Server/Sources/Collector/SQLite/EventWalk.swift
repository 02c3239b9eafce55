import MarqueeWire
import PlatformStore

/// Goes over the log's events, the latest first, reading only the ten minutes in which something is to be found.
struct EventWalk {
    /// Rows that one walk looks at.
    static let budget = 20_000
    /// Behind every id.
    private static let end = [UInt8](repeating: 0xFF, count: 17)

    private let lower: EventID
    private let upper: EventID?
    private let rows: SQLiteStatement
    private let blocks: SQLiteStatement
    private let bits: SQLiteStatement
    private let blockCost: Int
    /// The rows that may still be looked at.
    private(set) var budget: Int

    /// - Parameters:
    ///   - from: the first moment at which events were made, by the clocks of their devices.
    ///   - until: behind the last moment.
    ///   - before: behind the page that ended with it.
    ///   - blockCost: as how many rows a block of slots counts.
    init(
        _ connection: SQLiteConnection, from: Timestamp? = nil, until: Timestamp? = nil, before: EventCursor? = nil,
        budget: Int = EventWalk.budget, blockCost: Int = 10
    ) throws(StoreError) {
        lower = from.map { EventSlots.firstID(made: $0.milliseconds) } ?? EventID(high: 0, low: 0)
        let upper = until.map { EventSlots.firstID(made: $0.milliseconds) }
        self.upper = before.map { before in upper.map { min($0, before.id) } ?? before.id } ?? upper
        self.budget = budget
        self.blockCost = blockCost
        rows = try connection.prepare(
            """
            SELECT id, scope, name, install, user, time, received, session, sequence, properties,
            advertiser, opted_out FROM event
            WHERE id >= ? AND id < ? ORDER BY id DESC
            """)
        blocks = try connection.prepare("SELECT MAX(block) FROM event_slot WHERE block <= ?")
        bits = try connection.prepare("SELECT bits FROM event_slot WHERE block = ? AND subject = ?")
    }

    /// Goes on until `visit` returns that its page is full, or the budget is used up.
    /// - Parameters:
    ///   - slots: the slots of a block that are read.
    ///   - visit: gets a row as ``LoggedEvent`` reads it.
    /// - Returns: where to go on; `nil` at the end.
    mutating func run(
        slots: (SlotReader) throws(StoreError) -> UInt64,
        visit: (SQLiteStatement) throws(StoreError) -> Bool
    ) throws(StoreError) -> EventCursor? {
        var last = upper.map(Self.lastBlock) ?? Int64.max
        while let block = try latestBlock(through: last), (block + 1) * EventSlots.block > Int64(lower.high >> 16) {
            let found = try slots(SlotReader(block: block, bits: bits))
            if let next = try walk(block, found, visit) { return next }
            budget -= blockCost
            guard budget > 0 else { return EventCursor(id: EventSlots.firstID(made: block * EventSlots.block)) }
            last = block - 1
        }
        return nil
    }

    /// The latest block with ids below `upper`.
    private static func lastBlock(below upper: EventID) -> Int64 {
        let made = Int64(upper.high >> 16)
        let isStart = upper == EventSlots.firstID(made: made) && made.isMultiple(of: EventSlots.block)
        return made / EventSlots.block - (isStart ? 1 : 0)
    }

    /// Walks over slots of a block; returns where to go on if the walk ends within the block.
    private mutating func walk(
        _ block: Int64, _ slots: UInt64, _ visit: (SQLiteStatement) throws(StoreError) -> Bool
    ) throws(StoreError) -> EventCursor? {
        var slots = slots
        while slots != 0 {
            let bit = 63 - slots.leadingZeroBitCount
            slots &= ~(1 << UInt64(bit))
            let start = (block * 64 + Int64(bit)) * EventSlots.slot
            rows.bind(1, blob: max(lower, EventSlots.firstID(made: start)).bytes)
            rows.bind(2, blob: Self.bound(start + EventSlots.slot, upper))
            defer { rows.reset() }
            while try rows.step() {
                budget -= 1
                let isFull = try visit(rows)
                if isFull || budget <= 0 { return EventID(rows.bytes(0)).map { EventCursor(id: $0) } }
            }
        }
        return nil
    }

    private static func bound(_ end: Int64, _ upper: EventID?) -> [UInt8] {
        let isLast = end > 0xFFFF_FFFF_FFFF
        guard let upper else { return isLast ? Self.end : EventSlots.firstID(made: end).bytes }
        return isLast ? upper.bytes : min(upper, EventSlots.firstID(made: end)).bytes
    }

    private func latestBlock(through last: Int64) throws(StoreError) -> Int64? {
        blocks.bind(1, last)
        defer { blocks.reset() }
        return try blocks.step() && !blocks.isNull(0) ? blocks.integer(0) : nil
    }
}

/// The slots of one block in which subjects occur.
struct SlotReader {
    let block: Int64
    fileprivate let bits: SQLiteStatement

    /// The slots in which every subject occurs.
    func common(_ subjects: [Int64]) throws(StoreError) -> UInt64 {
        var all = UInt64.max
        for subject in subjects where all != 0 { all &= try slots(of: subject) }
        return all
    }

    /// The slots in which any of the subjects occurs.
    func any(_ subjects: [Int64]) throws(StoreError) -> UInt64 {
        var any: UInt64 = 0
        for subject in subjects { any |= try slots(of: subject) }
        return any
    }

    private func slots(of subject: Int64) throws(StoreError) -> UInt64 {
        bits.bind(1, block)
        bits.bind(2, subject)
        return UInt64(bitPattern: try bits.first() ?? 0)
    }
}
