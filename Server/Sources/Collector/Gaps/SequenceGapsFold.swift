import MarqueeWire
import PlatformStore

final class SequenceGapsFold: ProjectionFold {
    private struct Key: Hashable {
        let scope: Int64
        /// In the ``NameTable``.
        let install: Int64
        /// In the ``NameTable``; 0 for the lane of events.
        let lane: Int64
    }

    private struct Lane {
        var gaps: LaneGaps
        var written: LaneGaps?
    }

    /// The most lanes of an app and stream: any stranger can name one.
    private static let mostLanes = 32
    /// The lanes that are kept in memory; when there are more, all are forgotten.
    private static let mostKnown = 20_000
    /// Gaps that one step of tidying removes.
    private static let step: Int64 = 2000

    private let names: NameTable
    private let lanes: NameList
    private let find: SQLiteStatement
    private let findGaps: SQLiteStatement
    private let store: SQLiteStatement
    private let storeGap: SQLiteStatement
    private let removeGaps: SQLiteStatement
    private let removeOld: SQLiteStatement
    private let eraseCounts: SQLiteStatement
    private let eraseGaps: SQLiteStatement
    private var known: [Key: Lane] = [:]
    private var changed: Set<Key> = []

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        lanes = try names.list("lane", most: Self.mostLanes, reserved: [EventLaneName.engage])
        let connection = warehouse.connection
        find = try connection.prepare("SELECT highest FROM lane_count WHERE scope = ? AND install = ? AND lane = ?")
        findGaps = try connection.prepare(
            """
            SELECT first, last, missing, since FROM sequence_gap WHERE scope = ? AND install = ? AND lane = ?
            ORDER BY first
            """)
        store = try connection.prepare(
            """
            INSERT INTO lane_count (scope, install, lane, highest) VALUES (?, ?, ?, ?)
            ON CONFLICT (scope, install, lane) DO UPDATE SET highest = excluded.highest
            """)
        storeGap = try connection.prepare(
            """
            INSERT INTO sequence_gap (scope, install, lane, first, last, missing, since) VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        removeGaps = try connection.prepare("DELETE FROM sequence_gap WHERE scope = ? AND install = ? AND lane = ?")
        removeOld = try connection.prepare(
            """
            DELETE FROM sequence_gap WHERE (scope, install, lane, first) IN (
                SELECT scope, install, lane, first FROM sequence_gap WHERE since < ? ORDER BY since LIMIT ?)
            """)
        eraseCounts = try connection.prepare("DELETE FROM lane_count WHERE scope = ? AND install = ?")
        eraseGaps = try connection.prepare("DELETE FROM sequence_gap WHERE scope = ? AND install = ?")
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        guard !events.isEmpty, let lane = try lane(of: batch) else { return }
        let key = Key(scope: batch.scopeNumber, install: try names.install(of: batch), lane: lane)
        var state: Lane
        if let lane = known[key] { state = lane } else { state = try stored(key) }
        state.gaps.receive(events.map(\.marked.sequence), at: batch.received.milliseconds)
        if state.gaps != state.written { changed.insert(key) }
        known[key] = state
    }

    /// `nil` for a lane whose events have no numbers, and for one beyond the bound.
    private func lane(of batch: FoldedBatch) throws(StoreError) -> Int64? {
        guard let text = batch.envelope.lane.text else { return 0 }
        guard !Self.unnumbered.contains(where: { batch.scanner.isEqual(text, $0) }) else { return nil }
        let number = try batch.withBytes(of: batch.envelope.lane) { (bytes) throws(StoreError) in
            try lanes.number(of: bytes, scope: batch.scopeNumber, day: Day(batch.received).number)
        }
        return try number == names.number(of: EventRecord.otherName) ? nil : number
    }

    private func stored(_ key: Key) throws(StoreError) -> Lane {
        bind(find, key)
        guard let highest = try find.first() else { return Lane(gaps: LaneGaps()) }
        bind(findGaps, key)
        defer { findGaps.reset() }
        var gaps: [LaneGaps.Gap] = []
        while try findGaps.step() {
            gaps.append(
                .init(
                    first: findGaps.integer(0), last: findGaps.integer(1), missing: findGaps.integer(2),
                    since: findGaps.integer(3)))
        }
        let lane = LaneGaps(highest: highest, gaps: gaps)
        return Lane(gaps: lane, written: lane)
    }

    func write() throws(StoreError) {
        for key in changed.sorted(by: { ($0.scope, $0.install, $0.lane) < ($1.scope, $1.install, $1.lane) }) {
            guard let lane = known[key] else { continue }
            bind(store, key)
            store.bind(4, lane.gaps.highest)
            try store.run()
            if lane.gaps.gaps != lane.written?.gaps ?? [] { try write(lane.gaps.gaps, of: key) }
            known[key]?.written = lane.gaps
        }
        changed = []
        if known.count > Self.mostKnown { known = [:] }
    }

    private func write(_ gaps: [LaneGaps.Gap], of key: Key) throws(StoreError) {
        bind(removeGaps, key)
        try removeGaps.run()
        for gap in gaps {
            bind(storeGap, key)
            storeGap.bind(4, gap.first)
            storeGap.bind(5, gap.last)
            storeGap.bind(6, gap.missing)
            storeGap.bind(7, gap.since)
            try storeGap.run()
        }
    }

    func forget() { (known, changed) = ([:], []) }

    /// Gaps end with the time in which the log would know their events: no device keeps them longer.
    func tidy(now: Timestamp) throws(StoreError) -> Bool {
        removeOld.bind(1, (Day(now) + -Retention.identityDays).start.milliseconds)
        removeOld.bind(2, Self.step)
        try removeOld.run()
        guard removeOld.changes > 0 else { return false }
        known = [:]
        return removeOld.changes == Int(Self.step)
    }

    /// The install's next events have another number, so its count begins at zero again.
    func erase(_ person: ErasedPerson) throws(StoreError) -> Bool {
        for install in person.installs {
            for statement in [eraseCounts, eraseGaps] {
                statement.bind(1, person.scope)
                statement.bind(2, install)
                try statement.run()
            }
        }
        known = [:]
        return false
    }

    private func bind(_ statement: SQLiteStatement, _ key: Key) {
        statement.bind(1, key.scope)
        statement.bind(2, key.install)
        statement.bind(3, key.lane)
    }

    private static let unnumbered = [Array(EventLaneName.unnumbered.utf8), ServerEvents.laneBytes]
}
