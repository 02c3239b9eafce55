import MarqueeWire
import PlatformStore

/// In which ten minutes there are events of an app, name, install or user: the log's only index beside its ids.
///
/// Events lie in the order of their ids, which begin with the time they were made at. So a question reads the ten
/// minutes in which its subjects occur, and nothing else. 64 slots of ten minutes are a block, one bit each; a subject
/// costs one small row for each block in which it occurs, however many events it sends. An index entry for each event
/// would change another page of the file (docs/warehouse.md).
final class EventSlots {
    /// In milliseconds.
    static let slot: Int64 = 600_000
    /// In milliseconds.
    static let block = slot * 64

    /// What events are asked for by; recipients and mobile users are noted by ``Identities``. A hash can stand for two subjects: questions compare the events themselves.
    enum Subject {
        case app
        case name(Int64)
        case install(UnsafeBufferPointer<UInt8>)
        case user(UnsafeBufferPointer<UInt8>)
        case recipient(UnsafeBufferPointer<UInt8>)
        case mobileUser(UnsafeBufferPointer<UInt8>)

        func hash(scope: Int64) -> Int64 {
            var hash = StableHash()
            hash.combine(scope)
            switch self {
            case .app: hash.combine(0)
            case .name(let number):
                hash.combine(1)
                hash.combine(number)
            case .install(let bytes):
                hash.combine(2)
                hash.combine(bytes)
            case .user(let bytes):
                hash.combine(3)
                hash.combine(bytes)
            case .recipient(let bytes):
                hash.combine(4)
                hash.combine(bytes)
            case .mobileUser(let bytes):
                hash.combine(5)
                hash.combine(bytes)
            }
            return Int64(bitPattern: hash.value)
        }
    }

    /// Slots of one block.
    struct Place: Equatable {
        let block: Int64
        var bits: UInt64

        /// The slot of an event whose id was made at a time, in milliseconds since 1970.
        init(made: Int64) {
            let slot = made / EventSlots.slot
            (block, bits) = (slot >> 6, 1 << UInt64(slot & 63))
        }
    }

    /// The rows that are kept in memory after they were written; when there are more, all are forgotten.
    private static let mostKnown = 50_000

    private let add: SQLiteStatement
    /// By block and subject. Rows stay after they were written: most events of a slot arrive in several transactions, and
    /// only the first of them has to write.
    private var bits = BitTable()

    init(_ connection: SQLiteConnection) throws(StoreError) {
        add = try connection.prepare(
            """
            INSERT INTO event_slot (block, subject, bits) VALUES (?, ?, ?) ON CONFLICT (block, subject) DO UPDATE
            SET bits = event_slot.bits | excluded.bits WHERE event_slot.bits | excluded.bits <> event_slot.bits
            """)
    }

    /// Forgets what is in the file: after a rollback, and after rows were removed from it.
    func forget() { bits.removeAll() }

    /// Notes in which slots of a block a subject occurs.
    func add(_ subject: Int64, _ place: Place) { bits.insert(place.bits, place.block, subject) }

    /// Writes the rows that the file does not have, in the order of their table.
    func write() throws(StoreError) {
        for row in bits.takeUnwritten() {
            add.bind(1, row.first)
            add.bind(2, row.second)
            add.bind(3, Int64(bitPattern: row.bits))
            try add.run()
        }
        if bits.count > Self.mostKnown { forget() }
    }

    /// The lowest id that can be made at a time, in milliseconds since 1970.
    static func firstID(made: Int64) -> EventID {
        EventID(high: min(UInt64(clamping: made), 0xFFFF_FFFF_FFFF) << 16, low: 0)
    }
}
