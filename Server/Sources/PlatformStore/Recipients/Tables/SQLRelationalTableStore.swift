import Foundation
import MarqueeWire

struct SQLRelationalTableStore: RelationalTableStore {
    let database: PlatformDatabase
    /// Ids of lists, tables, contact lists and queries.
    let listNumbers: NumberBlocks

    func table(_ id: Int64, app: String) async throws(StoreError) -> RelationalTableRecord {
        try await database.read { try $0.relationalTable(id, app: app) }
    }

    func createTable(_ name: String, folder: String, columns: [ListColumn], app: String, by who: String)
        async throws(StoreError) -> RelationalTableRecord
    {
        try ListRules.check(name: name)
        let folder = try ListRules.folder(folder)
        let columns = try ListRules.checked(columns, atMost: ListRules.maximumTableColumns)
        guard columns.contains(where: { $0.lookup == .unique }) else {
            throw StoreError(.noKeyValue, "a table has at least one column that is the key of its rows")
        }
        let (id, now) = (try await listNumbers.next(), database.now())
        return try await database.write { db in
            try db.insertEntry(
                NewListEntry(id: id, app: app, kind: .table, name: name, folder: folder, columns: columns), at: now)
            try db.audit("table.create", "\(id)", detail: name, app: app, by: who, at: now)
            return try db.relationalTable(id, app: app)
        }
    }

    func join(_ table: Int64, _ join: TableJoin, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let record = try db.relationalTable(table, app: app)
            let list = try db.recipientList(join.list, app: app)
            try ColumnNames(record.columns).require(join.columns.keys, of: record.name)
            try ColumnNames(list.columns).require(join.columns.values, of: list.name)
            try db.execute(
                "UPDATE recipient_list SET parent = ?, definition = ?, modified = ? WHERE id = ?",
                [join.list, try StoredJSON.text(join), now, table])
            try db.audit("table.join", "\(table)", detail: list.name, app: app, by: who, at: now)
        }
    }

    func insertOrUpdate(_ rows: [[String: String]], in table: Int64, app: String) async throws(StoreError) {
        guard rows.count <= RelationalTableRecord.maximumRows else { throw Self.tooMany }
        let now = database.now()
        try await database.write { db in
            let record = try db.relationalTable(table, app: app)
            let names = ColumnNames(record.columns)
            let cells = try rows.map { try names.cells($0, of: record.name) }
            var batch = TableBatch(of: record, at: now)
            for row in cells { try batch.add(row) }
            guard try batch.store(db).refused.isEmpty else { throw RecipientCells.tooLong }
        }
    }

    func deleteRows(_ keys: [[String: String]], in table: Int64, app: String) async throws(StoreError) -> Int {
        guard keys.count <= RelationalTableRecord.maximumRows else { throw Self.tooMany }
        return try await database.write { db in
            let record = try db.relationalTable(table, app: app)
            let names = ColumnNames(record.columns)
            return try keys.reduce(0) { deleted, key in
                try deleted
                    + db.execute(
                        "DELETE FROM table_row WHERE list = ? AND key = ?",
                        [record.id, try record.key(try names.cells(key, of: record.name))])
            }
        }
    }

    func purge(_ table: Int64, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let record = try db.relationalTable(table, app: app)
            try db.audit("table.purge", "\(table)", detail: record.name, app: app, by: who, at: now)
        }
        try await RemovedLists(database: database).empty(table)
    }

    func removeTable(_ id: Int64, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let record = try db.relationalTable(id, app: app)
            try db.hideEntry(id, at: now)
            try db.audit("table.remove", "\(id)", detail: record.name, app: app, by: who, at: now)
        }
        try await RemovedLists(database: database).sweep()
    }

    func rows(of table: Int64, app: String, after: String?, limit: Int) async throws(StoreError) -> [TableRow] {
        try await database.read { db in
            try db.tableRows(of: try db.relationalTable(table, app: app), after: after, limit: min(max(limit, 1), 1000))
        }
    }

    private static let tooMany = StoreError(
        .tooMany, "one request has at most \(RelationalTableRecord.maximumRows) rows")
}

extension SQLTransaction {
    func tableRows(of table: RelationalTableRecord, after: String?, limit: Int) throws -> [TableRow] {
        try rows(
            "SELECT key, cells FROM table_row WHERE list = ? AND key > ? ORDER BY key LIMIT ?",
            [table.id, after ?? "", limit]
        ).map { row in
            TableRow(
                key: try row["key"], values: try RecipientCells(json: try row["cells"]).named(by: table.columns))
        }
    }
}

extension RelationalTableRecord {
    /// The values of the key's columns as one text, each with its length in front; a long one is represented by its hash.
    func key(_ cells: RecipientCells) throws(StoreError) -> String {
        var text = ""
        for column in columns where column.lookup == .unique {
            guard let value = cells.values[column.number], !value.isEmpty else {
                throw StoreError(.noKeyValue, "a row has no value in the key column \"\(column.name)\"")
            }
            text += "\(value.utf8.count):\(value)"
        }
        return text.utf8.count <= 200 ? text : "#" + ObjectHash(of: Data(text.utf8)).hex
    }
}
