import Foundation
import MarqueeWire
import PlatformStore

/// Numbers for texts that occur again and again, in the table `term`: scopes, event names, entry points, readers.
///
/// Only a ``NameList`` is bounded; scopes are those of apps that exist, and readers are counted one by one.
final class NameTable {
    /// A person or a device by an id. The same id in two apps, or of two kinds, has two numbers: what is counted and
    /// erased in one app is nothing to the others.
    struct Reader: Hashable {
        /// What the id names.
        enum Kind: UInt8, CaseIterable {
            case user = 0x75
            case install = 0x69
            case recipient = 0x72
            case mobileUser = 0x6D
        }

        let kind: Kind
        /// The number of the app and stream.
        let scope: Int64

        static func user(_ scope: Int64) -> Reader { Reader(kind: .user, scope: scope) }
        static func install(_ scope: Int64) -> Reader { Reader(kind: .install, scope: scope) }
        static func recipient(_ scope: Int64) -> Reader { Reader(kind: .recipient, scope: scope) }
        static func mobileUser(_ scope: Int64) -> Reader { Reader(kind: .mobileUser, scope: scope) }

        /// Stands before the id in the table. No name begins with a control character.
        fileprivate var prefix: String { "\u{1}\(Character(Unicode.Scalar(kind.rawValue)))\(scope):" }
        /// Tells readers with the same id apart in memory; 0 is for names.
        fileprivate var number: Int64 { scope << 8 | Int64(kind.rawValue) }
    }

    private let connection: SQLiteConnection
    private let find: SQLiteStatement
    private let add: SQLiteStatement
    private let remove: SQLiteStatement
    /// The day on which names were removed.
    private var tidied: Int?
    private var known = TextNumbers()
    /// How often the names in memory were forgotten; lists compare it, so that the table need not know them.
    fileprivate private(set) var generation = 0

    init(_ connection: SQLiteConnection) throws(StoreError) {
        self.connection = connection
        find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        add = try connection.prepare("INSERT INTO term (text) VALUES (?)")
        remove = try connection.prepare("DELETE FROM name_list WHERE seen < ?")
    }

    /// A list of names of which each app and stream may have at most `most`.
    /// - Parameters:
    ///   - name: identifies the list in the file.
    ///   - reserved: names that always have room.
    func list(_ name: String, most: Int, reserved: Set<String> = []) throws(StoreError) -> NameList {
        try NameList(self, connection, name, most: most, reserved: reserved)
    }

    /// Removes names that no event has had for ``NameList/days``, so that names which strangers invented make room.
    ///
    /// Events and figures keep their names; a name that comes again is listed again where there is room.
    func tidy(today: Int) throws(StoreError) {
        guard tidied != today else { return }
        tidied = today
        remove.bind(1, Int64(today - NameList.days))
        try remove.run()
        guard remove.changes > 0 else { return }
        known.forget()
        generation += 1
    }

    /// Forgets the numbers in memory: after a rollback they may not be in the file.
    func forget() {
        known.forget()
        generation += 1
        tidied = nil
    }

    /// The number of a name, or of a reader's id.
    func number(of text: UnsafeBufferPointer<UInt8>, _ reader: Reader? = nil) throws(StoreError) -> Int64 {
        try known.number(of: text, kind: reader?.number ?? 0) { () throws(StoreError) in
            let name = Self.key(of: text, reader)
            if let number = try stored(name) { return number }
            add.bind(1, name)
            try add.run()
            return connection.lastInserted
        } ?? 0
    }

    /// Ids of people and devices stay for ever, so a long one is stored as its SHA-256: a stranger could fill the file with
    /// 8 KiB for each event otherwise. No id of at most ``longestID`` bytes looks like a hash, which is longer.
    private static func key(of text: UnsafeBufferPointer<UInt8>, _ reader: Reader?) -> String {
        guard let reader else { return String(decoding: text, as: UTF8.self) }
        return reader.prefix + stored(Array(text))
    }

    /// A reader's id as the table has it.
    static func stored(_ id: [UInt8]) -> String {
        id.count > longestID ? "#" + ObjectHash(of: Data(id)).hex : String(decoding: id, as: UTF8.self)
    }

    /// The number of a text that has one, for questions.
    static func number(
        of text: String, _ reader: Reader? = nil, in connection: SQLiteConnection
    ) throws(StoreError) -> Int64? {
        let find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        find.bind(1, key(of: text, reader))
        return try find.first()
    }

    /// The numbers of those ids that have one.
    static func numbers(
        of ids: [String], _ reader: Reader, in connection: SQLiteConnection
    ) throws(StoreError) -> [(id: String, number: Int64)] {
        let find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        var numbers: [(id: String, number: Int64)] = []
        for id in ids {
            find.bind(1, key(of: id, reader))
            if let number = try find.first() { numbers.append((id, number)) }
        }
        return numbers
    }

    /// A text as the table has it.
    static func key(of text: String, _ reader: Reader?) -> String {
        var text = text
        return text.withUTF8 { key(of: $0, reader) }
    }

    /// The reader of a text of the table, whatever the app; `nil` for names and for erased readers.
    static func reader(in text: [UInt8]) -> (kind: Reader.Kind, id: String)? {
        guard text.count > 2, text[0] == 1, let kind = Reader.Kind(rawValue: text[1]),
            let colon = text.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (kind, String(decoding: text[(colon + 1)...], as: UTF8.self))
    }

    /// In bytes.
    private static let longestID = 64

    func number(of text: String) throws(StoreError) -> Int64 {
        try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(StoreError) in try number(of: bytes) }
    }

    /// The reader of an event: its user, or the install without one; 0 for neither.
    func reader(of event: FoldedEvent, _ batch: FoldedBatch) throws(StoreError) -> Int64 {
        guard event.marked.user.text == nil else {
            return try batch.withBytes(of: event.marked.user) { (bytes) throws(StoreError) in
                try number(of: bytes, .user(batch.scopeNumber))
            }
        }
        return try install(of: batch)
    }

    /// The install that sent a batch; 0 for none.
    func install(of batch: FoldedBatch) throws(StoreError) -> Int64 {
        guard batch.envelope.install.text != nil else { return 0 }
        return try batch.withBytes(of: batch.envelope.install) { (bytes) throws(StoreError) in
            try number(of: bytes, .install(batch.scopeNumber))
        }
    }

    fileprivate func stored(_ text: String) throws(StoreError) -> Int64? {
        find.bind(1, text)
        return try find.first()
    }
}

/// Names of one kind, at most so many of each app and stream: any stranger can send events with any names.
///
/// A name keeps its room while events have it, however many others come.
final class NameList {
    /// The days for which a name stays listed after the last event that had it arrived.
    static let days = 14

    private let names: NameTable
    private let name: String
    private let most: Int
    private let reserved: Set<String>
    private let find: SQLiteStatement
    private let add: SQLiteStatement
    private let count: SQLiteStatement
    private let see: SQLiteStatement
    /// The names that events of ``day`` had.
    private var known = TextNumbers()
    private var day = Int.min
    private var counts: [Int64: Int] = [:]
    /// The ``NameTable/generation`` that `known` and `counts` belong to.
    private var generation = 0

    fileprivate init(
        _ names: NameTable, _ connection: SQLiteConnection, _ name: String, most: Int, reserved: Set<String>
    ) throws(StoreError) {
        self.names = names
        self.name = name
        self.most = most
        self.reserved = reserved
        find = try connection.prepare("SELECT seen FROM name_list WHERE list = ? AND scope = ? AND term = ?")
        add = try connection.prepare("INSERT INTO name_list (list, scope, term, seen) VALUES (?, ?, ?, ?)")
        see = try connection.prepare("UPDATE name_list SET seen = ? WHERE list = ? AND scope = ? AND term = ?")
        count = try connection.prepare("SELECT COUNT(*) FROM name_list WHERE list = ? AND scope = ?")
    }

    /// The number of a name; that of ``EventRecord/otherName`` for a name beyond the bound.
    /// - Parameters:
    ///   - text: the name.
    ///   - scope: the number of the app and stream.
    ///   - day: the day on which the event arrived.
    func number(of text: UnsafeBufferPointer<UInt8>, scope: Int64, day: Int) throws(StoreError) -> Int64 {
        if generation != names.generation {
            known.forget()
            counts = [:]
            generation = names.generation
        }
        if day > self.day {
            known.forget()
            self.day = day
        }
        // Nothing is remembered of names beyond the bound, so that they push no others out of memory.
        let number = try known.number(of: text, kind: scope) { () throws(StoreError) in try listed(text, scope) }
        if let number { return number }
        return try names.number(of: EventRecord.otherName)
    }

    private func listed(_ text: UnsafeBufferPointer<UInt8>, _ scope: Int64) throws(StoreError) -> Int64? {
        let name = String(decoding: text, as: UTF8.self)
        let stored = try names.stored(name)
        if let stored, let seen = try lastSeen(stored, scope) {
            if seen < day { try markSeen(stored, scope) }
            return stored
        }
        guard try number(of: scope) < most || reserved.contains(name) else { return nil }
        let number = try names.number(of: text)
        add.bind(1, self.name)
        add.bind(2, scope)
        add.bind(3, number)
        add.bind(4, Int64(day))
        try add.run()
        counts[scope, default: 0] += 1
        return number
    }

    /// The last day on which an event had a name; `nil` for a name that is not listed.
    private func lastSeen(_ number: Int64, _ scope: Int64) throws(StoreError) -> Int? {
        find.bind(1, name)
        find.bind(2, scope)
        find.bind(3, number)
        return try find.first().map { Int($0) }
    }

    private func markSeen(_ number: Int64, _ scope: Int64) throws(StoreError) {
        see.bind(1, Int64(day))
        see.bind(2, name)
        see.bind(3, scope)
        see.bind(4, number)
        try see.run()
    }

    private func number(of scope: Int64) throws(StoreError) -> Int {
        if let number = counts[scope] { return number }
        count.bind(1, name)
        count.bind(2, scope)
        let number = Int(try count.first() ?? 0)
        counts[scope] = number
        return number
    }
}

extension SQLiteStatement {
    /// The first row's first number; `nil` without a row.
    func first() throws(StoreError) -> Int64? {
        defer { reset() }
        return try step() ? integer(0) : nil
    }
}
