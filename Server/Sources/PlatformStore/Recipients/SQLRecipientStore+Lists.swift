import MarqueeWire

extension SQLRecipientStore {
    func list(_ id: Int64, app: String) async throws(StoreError) -> ListRecord {
        try await database.read { try $0.recipientList(id, app: app) }
    }

    func createList(_ name: String, folder: String, columns: [ListColumn], app: String, by who: String)
        async throws(StoreError) -> ListRecord
    {
        try ListRules.check(name: name)
        let folder = try ListRules.folder(folder)
        let columns = try ListRules.checked(columns, atMost: ListRules.maximumColumns)
        let (id, now) = (try await listNumbers.next(), database.now())
        return try await database.write { db in
            try db.insertEntry(
                NewListEntry(id: id, app: app, kind: .database, name: name, folder: folder, columns: columns), at: now)
            try db.audit("list.create", "\(id)", detail: name, app: app, by: who, at: now)
            return try db.recipientList(id, app: app)
        }
    }

    func removeList(_ id: Int64, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let list = try db.recipientList(id, app: app)
            try db.hideEntry(id, at: now)
            try db.audit("list.remove", "\(id)", detail: list.name, app: app, by: who, at: now)
        }
        try await RemovedLists(database: database).sweep()
    }

    func addColumn(_ column: ListColumn, to list: Int64, app: String, by who: String) async throws(StoreError)
        -> ListColumn
    {
        let now = database.now()
        return try await database.write { db in
            let record = try db.recipientList(list, app: app)
            guard record.column(column.name) == nil else {
                throw StoreError(.columnExists, "the list has a column \"\(column.name.prefix(80))\"")
            }
            guard record.columns.count < ListRules.maximumColumns else {
                throw StoreError(.tooMany, "a list has at most \(ListRules.maximumColumns) columns")
            }
            let number = try db.count("SELECT next_column FROM recipient_list WHERE id = ?", [list])
            let stored = try ListRules.checked(column, number: number)
            try ListRules.checkTogether(record.columns + [stored])
            try db.insertColumn(stored, of: list)
            try db.execute(
                "UPDATE recipient_list SET next_column = next_column + 1, modified = ? WHERE id = ?", [now, list])
            try db.audit("list.column", "\(list)", detail: stored.name, app: app, by: who, at: now)
            return stored
        }
    }

    func setLookup(_ lookup: ListColumn.Lookup, of column: String, in list: Int64, app: String, by who: String)
        async throws(StoreError)
    {
        let now = database.now()
        try await database.write { db in
            let record = try db.recipientList(list, app: app)
            guard let old = record.column(column) else { throw StoreError.noColumn(column, of: record.name) }
            guard old.lookup != lookup else { return }
            let new = try ListRules.checked(
                ListColumn(
                    name: old.name, type: old.type, standard: old.standard, choices: old.choices, lookup: lookup),
                number: old.number)
            if old.lookup == .none {
                try ListRules.checkTogether(record.columns.filter { $0.number != old.number } + [new])
            }
            for table in ["recipient_key", "recipient_value"] {
                try db.execute("DELETE FROM \(table) WHERE list = ? AND number = ?", [list, old.number])
            }
            try db.execute(
                "UPDATE list_column SET lookup = ? WHERE list = ? AND number = ?",
                [lookup.rawValue, list, old.number])
            if lookup != .none { try db.index(new, of: list) }
            try db.execute("UPDATE recipient_list SET modified = ? WHERE id = ?", [now, list])
            try db.audit(
                "list.column", "\(list)", detail: "\(old.name): \(lookup.rawValue)", app: app, by: who, at: now)
        }
    }

    /// How many recipients a contact list gets when it is made.
    static let mostMembers = 10_000

    func createContactList(
        _ name: String, folder: String, of list: Int64, members: Set<Int64>, app: String, by who: String
    ) async throws(StoreError) -> ContactListRecord {
        guard members.count <= Self.mostMembers else {
            throw StoreError(.tooMany, "a contact list is made with \(Self.mostMembers) recipients at most")
        }
        try ListRules.check(name: name)
        let folder = try ListRules.folder(folder)
        let (id, now) = (try await listNumbers.next(), database.now())
        return try await database.write { db in
            _ = try db.listEntry(list, app: app, [.database])
            try db.insertEntry(
                NewListEntry(id: id, app: app, kind: .contacts, name: name, folder: folder, parent: list), at: now)
            try db.insertContacts(members.sorted(), into: id, of: list)
            try db.audit("contacts.create", "\(id)", detail: name, app: app, by: who, at: now)
            return try db.contactList(id, app: app)
        }
    }

    func addContact(_ address: RecipientAddress, to contactList: Int64, app: String) async throws(StoreError)
        -> StoredRecipient
    {
        try await database.write { db in
            let list = try db.recipientList(try db.contactList(contactList, app: app).list, app: app)
            let row = try db.recipientRow(address, in: list)
            return StoredRecipient(id: row.id, isNew: try db.insertContact(row.id, into: contactList))
        }
    }

    func createQuery(
        _ name: String, folder: String, of list: Int64, criteria: QueryCriteria, app: String, by who: String
    ) async throws(StoreError) -> QueryRecord {
        try ListRules.check(name: name)
        let folder = try ListRules.folder(folder)
        let definition = try Self.definition(criteria)
        let (id, now) = (try await listNumbers.next(), database.now())
        return try await database.write { db in
            let record = try db.recipientList(list, app: app)
            try ColumnNames(record.columns).require(criteria.columns, of: record.name)
            try db.insertEntry(
                NewListEntry(
                    id: id, app: app, kind: .query, name: name, folder: folder, parent: list, definition: definition),
                at: now)
            try db.audit("query.create", "\(id)", detail: name, app: app, by: who, at: now)
            return try db.recipientQuery(id, app: app)
        }
    }

    func query(_ id: Int64, app: String) async throws(StoreError) -> QueryRecord {
        try await database.read { try $0.recipientQuery(id, app: app) }
    }

    private static func definition(_ criteria: QueryCriteria) throws(StoreError) -> String {
        guard criteria.depth <= QueryCriteria.maximumDepth, criteria.parts <= QueryCriteria.maximumParts else {
            throw StoreError(.tooMany, "criteria have at most 16 levels and 200 parts")
        }
        do { return try StoredJSON.text(criteria) } catch {
            throw StoreError(.storage, "criteria cannot be written", cause: error)
        }
    }
}

extension SQLTransaction {
    /// - Returns: whether the recipient was not in the contact list before.
    @discardableResult
    func insertContact(_ recipient: Int64, into contactList: Int64) throws -> Bool {
        try execute(
            "INSERT INTO contact (list, recipient) VALUES (?, ?) ON CONFLICT (list, recipient) DO NOTHING",
            [contactList, recipient]) == 1
    }

    /// Puts recipients of a list into a new contact list.
    /// - Throws: `noRecipient`.
    fileprivate func insertContacts(_ recipients: [Int64], into contactList: Int64, of list: Int64) throws {
        let found = try run(
            "SELECT id FROM recipient WHERE list = ? AND removed IS NULL AND id", [.integer(list)],
            in: recipients.map { .integer($0) }
        ).count
        guard found == recipients.count else {
            throw StoreError(.noRecipient, "\(recipients.count - found) of the recipients are not in the list")
        }
        try insert(
            into: "contact", ["list", "recipient"], recipients.map { [.integer(contactList), .integer($0)] })
    }

    /// Enters the values that recipients have already.
    /// - Throws: `keyInUse` when two have one value in a unique column.
    fileprivate func index(_ column: ListColumn, of list: Int64) throws {
        let table = column.lookup == .unique ? "recipient_key" : "recipient_value"
        var last = Int64.min
        while true {
            let page = try rows(
                "SELECT id, cells FROM recipient WHERE list = ? AND removed IS NULL AND id > ? ORDER BY id LIMIT 1000",
                [list, last])
            guard let final = page.last else { return }
            last = try final["id"]
            let entries: [[SQLValue]] = try page.compactMap { row in
                let cells = try RecipientCells(json: try row["cells"])
                guard let form = IndexedValue.form(cells.values[column.number] ?? "", of: column) else { return nil }
                return [.integer(list), .integer(Int64(column.number)), .text(form), try row["id"]]
            }
            do { try insert(into: table, ["list", "number", "value", "recipient"], entries) } catch {
                guard (error as? StoreError)?.code == .alreadyExists else { throw error }
                throw StoreError.keyInUse(column)
            }
        }
    }
}
