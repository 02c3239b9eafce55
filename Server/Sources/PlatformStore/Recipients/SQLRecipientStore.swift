import MarqueeWire

struct SQLRecipientStore: RecipientStore {
    let database: PlatformDatabase
    /// Ids of lists, tables, contact lists and queries.
    let listNumbers: NumberBlocks
    let recipientNumbers: NumberBlocks
    let sizes = ListSizes()

    init(database: PlatformDatabase, listNumbers: NumberBlocks) {
        self.database = database
        self.listNumbers = listNumbers
        recipientNumbers = NumberBlocks("recipient", in: database)
    }

    func add(_ addition: RecipientAddition, to list: Int64, app: String) async throws(StoreError) -> StoredRecipient {
        let contactLists = Set(addition.contactLists)
        guard contactLists.count <= RecipientAddition.maximumContactLists else {
            throw StoreError(
                .tooMany,
                "a recipient joins at most \(RecipientAddition.maximumContactLists) contact lists at once")
        }
        let (id, now) = (try await recipientNumbers.next(), database.now())
        return try await database.write { db in
            let record = try db.recipientList(list, app: app)
            for contactList in contactLists where try db.contactList(contactList, app: app).list != list {
                throw StoreError(.noList, "the list \(list) has no contact list \(contactList)")
            }
            let stored = try db.add(addition, id: id, to: record, at: now)
            for contactList in contactLists { try db.insertContact(stored.id, into: contactList) }
            return stored
        }
    }

    func update(_ address: RecipientAddress, _ values: [String: String], in list: Int64, app: String)
        async throws(StoreError) -> StoredRecipient
    {
        let now = database.now()
        return try await database.write { db in
            let list = try db.recipientList(list, app: app)
            let row = try db.recipientRow(address, in: list)
            return try db.change(row, try list.cells(values), of: list, at: now)
        }
    }

    func recipient(_ address: RecipientAddress, in list: Int64, app: String) async throws(StoreError) -> RecipientRecord
    {
        try await database.read { db in
            let list = try db.recipientList(list, app: app)
            return try db.recipientRow(address, in: list).record(list.columns)
        }
    }

    func remove(_ address: RecipientAddress, from list: Int64, app: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let list = try db.recipientList(list, app: app)
            try db.remove(try db.recipientRow(address, in: list), from: list, at: now)
        }
    }

    func setOptedOut(_ isOptedOut: Bool, _ address: RecipientAddress, in list: Int64, app: String)
        async throws(StoreError) -> StoredRecipient
    {
        let now = database.now()
        return try await database.write { db in
            let list = try db.recipientList(list, app: app)
            let row = try db.recipientRow(address, in: list)
            guard isOptedOut else {
                try db.execute(
                    "UPDATE recipient SET opted_in = ?, opted_out = NULL, modified = ? WHERE id = ?",
                    [now, now, row.id])
                return StoredRecipient(id: row.id, isNew: false)
            }
            // Who opts out by an address means each recipient that has it.
            var all = [row]
            if case .values(let values) = address { all = try db.recipients(with: try list.wanted(values), in: list) }
            all.sort { ($0.created, $0.id) < ($1.created, $1.id) }
            let open = all.filter { $0.optedOut == nil }
            guard !open.isEmpty else {
                throw StoreError(.optedOut, "the recipient \(row.id) has opted out already")
            }
            for row in open {
                try db.execute("UPDATE recipient SET opted_out = ?, modified = ? WHERE id = ?", [now, now, row.id])
            }
            return StoredRecipient(id: open[0].id, isNew: false)
        }
    }

    func recipients(of id: Int64, app: String, after: Int64?, limit: Int) async throws(StoreError) -> RecipientPage {
        try await database.read {
            try $0.recipientPage(of: id, app: app, after: after, limit: min(max(limit, 1), 1000))
        }
    }
}

extension SQLTransaction {
    /// A page of a list, of a contact list, or of those recipients of a page of the list that meet a query.
    func recipientPage(of id: Int64, app: String, after: Int64?, limit: Int) throws -> RecipientPage {
        let entry = try listEntry(id, app: app, [.database, .contacts, .query])
        let kind: String = try entry["kind"]
        let parent: Int64? = try entry["parent"]
        let list = try recipientList(parent ?? id, app: app)
        let isNamed = kind == ListEntry.Kind.contacts.rawValue
        let statement =
            isNamed
            ? """
            SELECT r.* FROM contact c JOIN recipient r ON r.id = c.recipient
            WHERE c.list = ? AND c.recipient > ? ORDER BY c.recipient LIMIT ?
            """ : "SELECT * FROM recipient WHERE list = ? AND removed IS NULL AND id > ? ORDER BY id LIMIT ?"
        let found = try rows(statement, [isNamed ? id : list.id, after ?? .min, limit]).map { try RecipientRow($0) }
        var shown = found
        if kind == ListEntry.Kind.query.rawValue {
            let criteria = try entry.json("definition", as: QueryCriteria.self)
            let test = RecipientTest(criteria, of: ColumnNames(list.columns))
            shown = found.filter { test.isMet(by: $0.cells) }
        }
        return RecipientPage(
            recipients: shown.map { $0.record(list.columns) }, next: found.count < limit ? nil : found.last?.id)
    }
}
