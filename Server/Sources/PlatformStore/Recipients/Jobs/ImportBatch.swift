import MarqueeWire

/// Stores rows of a file in a list: all look-ups first, then the new and the changed recipients in few statements.
struct ImportBatch {
    /// How many bytes of recipients that are there already a step reads; the last hundred of them may exceed it.
    static let mostKnownBytes = 8 << 20
    /// How many recipients are read at once.
    private static let knownAtOnce = 100

    let list: ListRecord
    private let uniqueColumns: [ListColumn]
    /// The list's columns by their places in the file.
    private let columns: [ColumnReader?]
    private let action: JobWork.ImportAction
    private let now: Timestamp
    private let mostKnownBytes: Int
    private var ids: Range<Int64>
    private var step: JobStep
    /// Who has which of the file's unique values, after the rows that were added so far.
    private var holders: [IndexEntry: Int64] = [:]
    private var known: [Int64: Known] = [:]
    private var optedOut: Set<Int64> = []
    private var new: [New] = []
    private var newPlaces: [Int64: Int] = [:]

    private struct Row {
        /// The place among the rows of the step.
        let place: Int
        /// The number in the file.
        let number: Int
        let cells: RecipientCells
        let keys: [IndexEntry]
    }

    private struct New {
        let id: Int64
        var cells: RecipientCells
        /// The cells as they are stored.
        var text: String
    }

    /// A recipient that was there before.
    private struct Known {
        let before: RecipientRow
        var cells: RecipientCells
        /// The cells as they are stored; `nil` while they are as they were.
        var text: String?

        init(_ row: RecipientRow) {
            before = row
            cells = row.cells
        }

        /// - Throws: `valueNotValid` for too many bytes; then nothing is changed.
        mutating func change(_ given: RecipientCells, of list: ListRecord) throws(StoreError) {
            var changed = cells
            changed.values.merge(given.values) { _, later in later }
            changed = list.compact(changed)
            guard changed != cells else { return }
            text = try changed.boundedJSON()
            cells = changed
        }
    }

    /// What a step writes, in rows of the tables.
    private struct Writing {
        var withdrawn = Entries()
        var entered = Entries()
        var new: [[SQLValue]] = []
        var changed: [[SQLValue]] = []
    }

    /// Rows of the tables by which recipients are found.
    private struct Entries {
        static let columns = ["list", "number", "value", "recipient"]

        var keys: [[SQLValue]] = []
        var values: [[SQLValue]] = []

        mutating func add(_ entries: some Sequence<IndexEntry>, _ recipient: Int64, in list: Int64) {
            for entry in entries {
                let row: [SQLValue] = [
                    .integer(list), .integer(Int64(entry.column.number)), .text(entry.form), .integer(recipient),
                ]
                if entry.column.lookup == .unique { keys.append(row) } else { values.append(row) }
            }
        }
    }

    /// A form that a database gave back, by its bytes.
    private struct Form: SQLReadable, Hashable {
        let text: String

        init?(sqlValue: SQLValue) {
            guard case .text(let text) = sqlValue else { return nil }
            self.text = text
        }

        static func == (left: Form, right: Form) -> Bool { left.text.hasBytes(of: right.text) }

        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    /// - Parameters:
    ///   - ids: of new recipients, one for each row.
    ///   - mostKnownBytes: above so many bytes of recipients that are there already, the step ends early.
    init(
        list: ListRecord, columns: [String?], action: JobWork.ImportAction, ids: Range<Int64>, now: Timestamp,
        mostKnownBytes: Int = Self.mostKnownBytes
    ) {
        self.list = list
        self.mostKnownBytes = mostKnownBytes
        uniqueColumns = list.columns.filter { $0.lookup == .unique }
        let names = ColumnNames(list.columns)
        self.columns = columns.map { $0.flatMap { names[$0] }.map { ColumnReader($0) } }
        self.action = action
        self.ids = ids
        self.now = now
        step = JobStep(position: "")
    }

    mutating func store(_ rows: FileRows, _ db: any SQLTransaction) throws -> JobStep {
        var (read, unreadable) = ([Row](), [(place: Int, refusal: JobRefusal)]())
        for (place, record) in rows.records.enumerated() where !record.isBlank {
            if let problem = record.problem {
                unreadable.append((place, JobRefusal(row: record.number, reason: problem)))
                continue
            }
            do throws(StoreError) {
                let given = try cells(record.fields)
                read.append(Row(place: place, number: record.number, cells: given, keys: keys(of: given)))
            } catch {
                unreadable.append((place, JobRefusal(row: record.number, reason: error.message)))
            }
        }
        try findHolders(of: Set(read.flatMap(\.keys)), db)
        let ready = try findKnown(of: read, db)
        let end = ready < read.count ? read[ready].place : rows.records.count
        step = JobStep(of: rows, until: end)
        step.refusals += unreadable.filter { $0.place < end }.map(\.refusal)
        for row in read.prefix(ready) {
            do throws(StoreError) { try add(row) } catch { refuse(row.number, error.message) }
        }
        try write(db)
        return step
    }

    /// The unique values, by which rows find recipients.
    private func keys(of cells: RecipientCells) -> [IndexEntry] { ListRecord.entries(of: cells, in: uniqueColumns) }

    private mutating func refuse(_ row: Int, _ reason: String) {
        step.refusals.append(JobRefusal(row: row, reason: reason))
    }

    private func cells(_ fields: [String]) throws(StoreError) -> RecipientCells {
        guard fields.count <= columns.count else {
            throw StoreError(.valueNotValid, Self.surplus(fields, columns.count))
        }
        var cells = RecipientCells()
        for (place, field) in fields.enumerated() {
            guard let reader = columns[place] else { continue }
            let value = try reader.normalised(field)
            if !value.isEmpty || action != .addOnly { cells.values[reader.column.number] = value }
        }
        return cells
    }

    static func surplus(_ fields: [String], _ columns: Int) -> String {
        "the row has \(fields.count) fields, not \(columns)"
    }

    private mutating func findHolders(of keys: Set<IndexEntry>, _ db: any SQLTransaction) throws {
        for entries in Dictionary(grouping: keys, by: \.column.number).values {
            guard let column = entries.first?.column else { continue }
            let found: [Form: Int64] = try db.values(
                of: "recipient", in: "recipient_key", "list = ? AND number = ? AND value",
                [.integer(list.id), .integer(Int64(column.number))], entries.map { .text($0.form) })
            for (form, id) in found { holders[IndexEntry(column: column, form: form.text)] = id }
        }
    }

    /// Reads the recipients that rows name.
    /// - Returns: how many of the rows have all their recipients, at least one.
    private mutating func findKnown(of rows: [Row], _ db: any SQLTransaction) throws -> Int {
        var (wanted, named, bytes) = ([SQLValue](), Set<Int64>(), 0)
        for (place, row) in rows.enumerated() {
            for id in row.keys.compactMap({ holders[$0] }) where named.insert(id).inserted {
                wanted.append(.integer(id))
            }
            guard wanted.count >= Self.knownAtOnce || place == rows.count - 1 else { continue }
            for row in try db.run("SELECT * FROM recipient WHERE id", in: wanted) {
                let cells: String = try row["cells"]
                bytes += cells.utf8.count
                let recipient = Known(try RecipientRow(row))
                known[recipient.before.id] = recipient
            }
            wanted = []
            if bytes > mostKnownBytes { return place + 1 }
        }
        return rows.count
    }

    /// - Throws: `valueNotValid` for a recipient with too many bytes.
    private mutating func add(_ row: Row) throws(StoreError) {
        let matches = Set(row.keys.compactMap { holders[$0] })
        guard matches.count <= 1 else { return refuse(row.number, "its keys belong to different recipients") }
        guard let match = matches.first else {
            guard action == .addOnly || action == .addAndUpdate else {
                return refuse(row.number, "no recipient has its keys")
            }
            return try addNew(row)
        }
        guard action != .addOnly else { return refuse(row.number, "a recipient with its keys is there already") }
        if action == .optOut { optedOut.insert(match) } else { try change(match, row.cells) }
        step.changed += 1
    }

    private mutating func addNew(_ row: Row) throws(StoreError) {
        let compact = list.compact(row.cells)
        let text = try compact.boundedJSON()
        guard let id = ids.popFirst() else { return }
        newPlaces[id] = new.count
        new.append(New(id: id, cells: compact, text: text))
        for key in row.keys { holders[key] = id }
        step.added += 1
    }

    private mutating func change(_ id: Int64, _ given: RecipientCells) throws(StoreError) {
        let (before, after): (RecipientCells, RecipientCells)
        if let place = newPlaces[id] {
            before = new[place].cells
            var merged = before
            merged.values.merge(given.values) { _, later in later }
            after = list.compact(merged)
            new[place] = New(id: id, cells: after, text: try after.boundedJSON())
        } else {
            guard var recipient = known[id] else { return }
            before = recipient.cells
            try recipient.change(given, of: list)
            known[id] = recipient
            after = recipient.cells
        }
        // A value that the recipient no longer has is free for later rows.
        let (old, held) = (keys(of: before), keys(of: after))
        for key in old where holders[key] == id && !held.contains(key) { holders[key] = nil }
        for key in held { holders[key] = id }
    }

    private func write(_ db: any SQLTransaction) throws {
        let writing = rows()
        try db.delete(from: "recipient_key", Entries.columns, writing.withdrawn.keys)
        try db.delete(from: "recipient_value", Entries.columns, writing.withdrawn.values)
        try db.insert(into: "recipient_key", Entries.columns, writing.entered.keys)
        let columns = ["id", "list", "cells", "origin", "created", "modified"]
        try db.insert(into: "recipient", columns, writing.new)
        try db.insert(
            into: "recipient", columns, writing.changed,
            otherwise: "ON CONFLICT (id) DO UPDATE SET cells = excluded.cells, modified = excluded.modified")
        try db.insert(into: "recipient_value", Entries.columns, writing.entered.values)
        try db.run(
            "UPDATE recipient SET opted_out = ?, modified = ? WHERE opted_out IS NULL AND id",
            [now.sqlValue, now.sqlValue], in: optedOut.sorted().map { .integer($0) })
    }

    private func rows() -> Writing {
        var writing = Writing()
        let imported = SQLValue.integer(Int64(RecipientRecord.Origin.imported.rawValue))
        for recipient in new {
            writing.new.append([
                .integer(recipient.id), .integer(list.id), .text(recipient.text), imported, now.sqlValue, now.sqlValue,
            ])
            writing.entered.add(list.entries(of: recipient.cells), recipient.id, in: list.id)
        }
        // Always in the same order, because writers that lock rows in different orders wait for each other.
        for recipient in known.values.sorted(by: { $0.before.id < $1.before.id }) {
            guard let text = recipient.text else { continue }
            let (row, before) = (recipient.before, list.entries(of: recipient.before.cells))
            writing.changed.append([
                .integer(row.id), .integer(list.id), .text(text), .integer(Int64(row.origin.rawValue)),
                row.created.sqlValue, now.sqlValue,
            ])
            let after = list.entries(of: recipient.cells)
            guard before != after else { continue }
            let (old, held) = (Set(before), Set(after))
            writing.withdrawn.add(before.filter { !held.contains($0) }, row.id, in: list.id)
            writing.entered.add(after.filter { !old.contains($0) }, row.id, in: list.id)
        }
        return writing
    }
}

extension JobStep {
    /// A step that takes rows of a file up to a place among them.
    fileprivate init(of rows: FileRows, until end: Int) {
        guard end > 0, end < rows.records.count else {
            self.init(
                done: rows.records.count, position: rows.position, isLast: rows.isLast, failure: rows.failure)
            return
        }
        self.init(done: end, position: String(rows.records[end - 1].end))
    }
}

extension Range<Int64> {
    /// Takes the first number.
    fileprivate mutating func popFirst() -> Int64? {
        guard !isEmpty else { return nil }
        defer { self = (lowerBound + 1)..<upperBound }
        return lowerBound
    }
}
