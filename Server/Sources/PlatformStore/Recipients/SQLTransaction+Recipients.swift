import MarqueeWire

/// How recipients are stored, with the values by which they are found.
extension SQLTransaction {
    /// Adds a recipient, or changes the one that is there.
    /// - Parameter id: of the new recipient.
    func add(_ addition: RecipientAddition, id: Int64, to list: ListRecord, at now: Timestamp) throws -> StoredRecipient
    {
        var cells = try list.cells(addition.values)
        var wanted: [WantedValue] = []
        if case .update(let values) = addition.match {
            wanted = try list.wanted(values)
            cells.values.merge(try list.cells(values).values) { given, _ in given }
            // A unique value needs no search: storing it says whether somebody has it, without keeping other writers out.
            // That holds only if it is the value that is looked for.
            let isUnique = wanted.contains { value in
                guard value.column.lookup == .unique, let form = value.form else { return false }
                return IndexedValue.form(cells.value(of: value.column), of: value.column)?.hasBytes(of: form) == true
            }
            if !isUnique, let found = try oldestRecipient(with: wanted, in: list) {
                return try change(found, cells, of: list, at: now)
            }
        }
        guard let clash = try insert(cells, id: id, origin: addition.origin, in: list, at: now) else {
            return StoredRecipient(id: id, isNew: true)
        }
        guard case .update = addition.match else { throw StoreError.keyInUse(clash) }
        if wanted.isEmpty { wanted = [WantedValue(column: clash, value: cells.value(of: clash))] }
        guard let found = try oldestRecipient(with: wanted, in: list) else { throw StoreError.keyInUse(clash) }
        return try change(found, cells, of: list, at: now)
    }

    /// - Returns: the column in which another recipient has the value; then nothing was stored.
    private func insert(
        _ cells: RecipientCells, id: Int64, origin: RecipientRecord.Origin, in list: ListRecord, at now: Timestamp
    ) throws -> ListColumn? {
        let cells = list.compact(cells)
        let entries = list.entries(of: cells)
        for (place, entry) in entries.enumerated() where entry.column.lookup == .unique {
            guard try enter(entry, id, in: list) else {
                for earlier in entries[..<place] where earlier.column.lookup == .unique {
                    try withdraw(earlier, id, in: list)
                }
                return entry.column
            }
        }
        try execute(
            "INSERT INTO recipient (id, list, cells, origin, created, modified, opted_in) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [id, list.id, try cells.boundedJSON(), origin.rawValue, now, now, origin == .optedIn ? now : nil])
        for entry in entries where entry.column.lookup == .indexed { _ = try enter(entry, id, in: list) }
        return nil
    }

    /// Changes the given values of a recipient. What stays the same is not written.
    /// - Throws: `keyInUse`; `valueNotValid` for too many bytes, before anything is written.
    @discardableResult
    func change(_ row: RecipientRow, _ given: RecipientCells, of list: ListRecord, at now: Timestamp) throws
        -> StoredRecipient
    {
        var cells = row.cells
        cells.values.merge(given.values) { _, new in new }
        cells = list.compact(cells)
        if cells != row.cells {
            let text = try cells.boundedJSON()
            let (before, after) = (Set(list.entries(of: row.cells)), Set(list.entries(of: cells)))
            for entry in before.subtracting(after) { try withdraw(entry, row.id, in: list) }
            for entry in after.subtracting(before) {
                guard try enter(entry, row.id, in: list) else { throw StoreError.keyInUse(entry.column) }
            }
            try execute(
                "UPDATE recipient SET cells = ?, modified = ? WHERE id = ?", [text, now, row.id])
        }
        return StoredRecipient(id: row.id, isNew: false)
    }

    /// Forgets a recipient's values, and remembers that the id was removed.
    func remove(_ row: RecipientRow, from list: ListRecord, at now: Timestamp) throws {
        for entry in list.entries(of: row.cells) { try withdraw(entry, row.id, in: list) }
        try execute("DELETE FROM contact WHERE recipient = ?", [row.id])
        try execute("UPDATE recipient SET cells = '{}', modified = ?, removed = ? WHERE id = ?", [now, now, row.id])
    }

    /// - Returns: `false` when another recipient has the value in a unique column.
    private func enter(_ entry: IndexEntry, _ id: Int64, in list: ListRecord) throws -> Bool {
        switch entry.column.lookup {
        case .none: return true
        case .indexed:
            try execute(
                """
                INSERT INTO recipient_value (list, number, value, recipient) VALUES (?, ?, ?, ?)
                ON CONFLICT (list, number, value, recipient) DO NOTHING
                """, [list.id, entry.column.number, entry.form, id])
            return true
        case .unique:
            return try execute(
                """
                INSERT INTO recipient_key (list, number, value, recipient) VALUES (?, ?, ?, ?)
                ON CONFLICT (list, number, value) DO NOTHING
                """, [list.id, entry.column.number, entry.form, id]) == 1
        }
    }

    /// Forgets a value by which a recipient was found.
    private func withdraw(_ entry: IndexEntry, _ id: Int64, in list: ListRecord) throws {
        let table = entry.column.lookup == .unique ? "recipient_key" : "recipient_value"
        try execute(
            "DELETE FROM \(table) WHERE list = ? AND number = ? AND value = ? AND recipient = ?",
            [list.id, entry.column.number, entry.form, id])
    }
}

/// A value of a recipient as an index has it.
struct IndexEntry: Sendable, Hashable {
    let column: ListColumn
    let form: String

    /// Within one list, a column's number is enough. Forms are compared by their bytes, as databases do: two texts that
    /// Swift takes for equal may have other bytes, such as a composed é and an e with an accent behind it.
    static func == (left: IndexEntry, right: IndexEntry) -> Bool {
        left.column.number == right.column.number && left.form.hasBytes(of: right.form)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(column.number)
        hasher.combine(form)
    }
}

extension ListRecord {
    /// What the indices have of a recipient.
    func entries(of cells: RecipientCells) -> [IndexEntry] { Self.entries(of: cells, in: columns) }

    /// What the indices of some columns have of a recipient.
    static func entries(of cells: RecipientCells, in columns: [ListColumn]) -> [IndexEntry] {
        columns.compactMap { column in
            guard column.lookup != .none, let value = cells.values[column.number] else { return nil }
            return IndexedValue.form(value, of: column).map { IndexEntry(column: column, form: $0) }
        }
    }

    /// Without the empty values of columns whose standard is empty.
    func compact(_ cells: RecipientCells) -> RecipientCells {
        var cells = cells
        for column in columns where column.standard.isEmpty && cells.values[column.number] == "" {
            cells.values[column.number] = nil
        }
        return cells
    }
}

extension String {
    /// Whether another text is the same, byte for byte.
    func hasBytes(of other: String) -> Bool {
        // Texts with equal bytes are equal, which is often decided faster.
        self == other && utf8.elementsEqual(other.utf8)
    }
}

extension StoreError {
    static func keyInUse(_ column: ListColumn) -> StoreError {
        StoreError(.keyInUse, "another recipient has this value in the unique column \"\(column.name)\"")
    }
}
