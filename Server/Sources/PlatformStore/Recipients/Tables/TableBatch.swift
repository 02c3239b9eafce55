import MarqueeWire

/// Rows for a relational table that are stored together: all look-ups first, then the rows in few statements.
struct TableBatch {
    private let table: RelationalTableRecord
    private let now: Timestamp
    /// The keys in the order in which they came.
    private var keys: [String] = []
    private var rows: [String: Row] = [:]

    private struct Row {
        var cells = RecipientCells()
        /// Their places in the file.
        var numbers: [Int] = []
    }

    /// What became of the rows.
    struct Outcome {
        /// How many rows are new.
        var added = 0
        /// How often a row was changed.
        var changed = 0
        /// The places of rows that would have too many bytes.
        var refused: [Int] = []
    }

    init(of table: RelationalTableRecord, at now: Timestamp) {
        self.table = table
        self.now = now
    }

    /// Adds a row. Of two rows with one key, the later one's values count.
    /// - Throws: `noKeyValue`.
    mutating func add(_ cells: RecipientCells, number: Int = 0) throws(StoreError) {
        let key = try table.key(cells)
        if rows[key] == nil { keys.append(key) }
        rows[key, default: Row()].cells.values.merge(cells.values) { _, later in later }
        rows[key]?.numbers.append(number)
    }

    /// Inserts rows, or changes the given values of those with the same keys.
    func store(_ db: any SQLTransaction) throws -> Outcome {
        let texts: [String: String] = try db.values(
            of: "cells", in: "table_row", "list = ? AND key", [.integer(table.id)], keys.map { .text($0) })
        let known = try texts.mapValues { try RecipientCells(json: $0) }
        var (outcome, stored) = (Outcome(), [[SQLValue]]())
        for key in keys {
            guard let row = rows[key] else { continue }
            var cells = known[key] ?? RecipientCells()
            cells.values.merge(row.cells.values) { _, new in new }
            let text: String
            do throws(StoreError) { text = try cells.boundedJSON() } catch {
                outcome.refused += row.numbers
                continue
            }
            stored.append([.integer(table.id), .text(key), .text(text), now.sqlValue])
            outcome.added += known[key] == nil ? 1 : 0
            outcome.changed += row.numbers.count - (known[key] == nil ? 1 : 0)
        }
        try db.insert(
            into: "table_row", ["list", "key", "cells", "modified"], stored,
            otherwise: "ON CONFLICT (list, key) DO UPDATE SET cells = excluded.cells, modified = excluded.modified")
        return outcome
    }
}
