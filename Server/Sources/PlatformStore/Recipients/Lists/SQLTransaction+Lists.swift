import Foundation
import MarqueeWire

extension SQLTransaction {
    /// What an app has under an id.
    /// - Throws: `noList`, also for what another app has.
    func listEntry(_ id: Int64, app: String, _ kinds: Set<ListEntry.Kind>) throws -> SQLRow {
        let row = try row("SELECT * FROM recipient_list WHERE id = ? AND app = ? AND removed IS NULL", [id, app])
        guard let row, let kind = ListEntry.Kind(rawValue: try row["kind"]), kinds.contains(kind) else {
            throw StoreError(.noList, "there is no list \(id)")
        }
        return row
    }

    /// A list of recipients with its columns.
    func recipientList(_ id: Int64, app: String) throws -> ListRecord {
        let row = try listEntry(id, app: app, [.database])
        return try ListRecord(
            id: id, app: app, name: row["name"], folder: row["folder"], columns: columns(of: id),
            created: row["created"], modified: row["modified"])
    }

    func relationalTable(_ id: Int64, app: String) throws -> RelationalTableRecord {
        let row = try listEntry(id, app: app, [.table])
        let join: TableJoin? =
            if let _: String = try row["definition"] { try row.json("definition", as: TableJoin.self) } else { nil }
        return try RelationalTableRecord(
            id: id, app: app, name: row["name"], folder: row["folder"], columns: columns(of: id), join: join,
            created: row["created"])
    }

    func contactList(_ id: Int64, app: String) throws -> ContactListRecord {
        let row = try listEntry(id, app: app, [.contacts])
        return try ContactListRecord(
            id: id, app: app, name: row["name"], folder: row["folder"], list: row["parent"], created: row["created"])
    }

    func recipientQuery(_ id: Int64, app: String) throws -> QueryRecord {
        let row = try listEntry(id, app: app, [.query])
        return try QueryRecord(
            id: id, app: app, name: row["name"], folder: row["folder"], list: row["parent"],
            criteria: row.json("definition", as: QueryCriteria.self), size: row["size"], calculated: row["calculated"],
            created: row["created"])
    }

    private func columns(of list: Int64) throws -> [ListColumn] {
        try rows("SELECT * FROM list_column WHERE list = ? ORDER BY number", [list]).map { row in
            let choices: String = try row["choices"]
            return ListColumn(
                number: try row["number"], name: try row["name"],
                type: XMLAPIColumnType(rawValue: try row["type"]) ?? .text, standard: try row["standard"],
                choices: choices.isEmpty ? [] : try row.json("choices", as: [String].self),
                lookup: ListColumn.Lookup(rawValue: try row["lookup"]) ?? ListColumn.Lookup.none)
        }
    }

    /// Stores a new list, table, contact list or query.
    /// - Throws: `nameInUse`; `notFound` for an app that does not exist.
    func insertEntry(_ entry: NewListEntry, at now: Timestamp) throws {
        try requireApp(entry.app)
        let folded = ListColumn.folded(entry.name)
        let known = try row(
            "SELECT 1 FROM recipient_list WHERE app = ? AND folded = ? AND removed IS NULL", [entry.app, folded])
        guard known == nil else { throw StoreError(.nameInUse, "the name \"\(entry.name)\" is in use") }
        let entries = try count("SELECT COUNT(*) FROM recipient_list WHERE app = ? AND removed IS NULL", [entry.app])
        guard entries < ListRules.maximumEntries else {
            throw StoreError(.tooMany, "an app has at most 1,000 lists, tables, contact lists and queries together")
        }
        try execute(
            """
            INSERT INTO recipient_list (id, app, kind, name, folded, folder, parent, next_column, definition, created,
            modified) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                entry.id, entry.app, entry.kind.rawValue, entry.name, folded, entry.folder, entry.parent,
                entry.columns.count + 1, entry.definition, now, now,
            ])
        for column in entry.columns { try insertColumn(column, of: entry.id) }
    }

    func insertColumn(_ column: ListColumn, of list: Int64) throws {
        try execute(
            """
            INSERT INTO list_column (list, number, name, folded, type, standard, choices, lookup)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                list, column.number, column.name, column.folded, column.type.rawValue, column.standard,
                column.choices.isEmpty ? "" : try StoredJSON.text(column.choices), column.lookup.rawValue,
            ])
    }

    /// Hides a list or table; its rows are deleted later, in steps.
    func hideEntry(_ id: Int64, at now: Timestamp) throws {
        try execute(
            "UPDATE recipient_list SET removed = ? WHERE id = ? OR parent = ? AND kind <> ?",
            [now, id, id, ListEntry.Kind.table.rawValue])
    }
}

/// What ``SQLTransaction/insertEntry(_:at:)`` stores.
struct NewListEntry: Sendable {
    let id: Int64
    let app: String
    let kind: ListEntry.Kind
    let name: String
    let folder: String
    var parent: Int64?
    var definition: String?
    var columns: [ListColumn] = []
}
