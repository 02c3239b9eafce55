import MarqueeWire
import PlatformStore

/// Reads the rows of an ``EventWalk``.
struct LoggedEvent {
    /// What stays of an event that loses its content.
    struct Place {
        let id: [UInt8]
        let scope: Int64
        let time: Int64
        let received: Int64
    }

    private let row: SQLiteStatement

    init(_ row: SQLiteStatement) { self.row = row }

    var place: Place {
        Place(id: row.bytes(0), scope: row.integer(1), time: row.integer(5), received: row.integer(6))
    }

    var id: EventID? { EventID(row.bytes(0)) }
    var scope: Int64 { row.integer(1) }
    var name: Int64 { row.integer(2) }
    /// Empty for an event that has lost its content.
    var install: String { row.text(3) }
    var installBytes: [UInt8] { row.bytes(3) }
    var user: String? { row.isNull(4) ? nil : row.text(4) }
    var time: Timestamp { Timestamp(milliseconds: row.integer(5)) }
    var received: Timestamp { Timestamp(milliseconds: row.integer(6)) }
    /// A JSON object.
    var properties: [UInt8] { row.isNull(9) ? Array("{}".utf8) : row.bytes(9) }

    /// The advertising id that came with the event; empty for none.
    var advertiser: String { row.isNull(10) ? "" : row.text(10) }
    var isOptedOut: Bool { row.integer(11) != 0 }

    /// The subjects under which ``EventSlots`` knows the event.
    var subjects: [Int64] {
        var subjects = [EventSlots.Subject.app.hash(scope: scope), EventSlots.Subject.name(name).hash(scope: scope)]
        let ids = EventIDs(self)
        let person = PersonIDs(
            recipient: ids.recipient, mobileUsers: [ids.mobileUser], users: [ids.user ?? ""], devices: [ids.install])
        subjects += person.bounded.subjects(scope: scope)
        return subjects
    }

    /// The event as questions return it; `nil` when its id cannot be read.
    func record(in scope: Scope, name: String) -> EventRecord? {
        guard let id else { return nil }
        return EventRecord(
            scope: scope, id: id, name: name, time: time, received: received, install: install, user: user,
            session: row.isNull(7) ? nil : row.text(7), sequence: row.integer(8),
            properties: String(decoding: properties, as: UTF8.self), isOptedOut: isOptedOut)
    }
}

extension EventID {
    /// An id by its 16 bytes; `nil` for any other number of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let half = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(high: half(bytes[..<8]), low: half(bytes[8...]))
    }
}
