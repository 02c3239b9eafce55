import MarqueeWire

/// How recipients are found: by id, by an index, or one by one in a small list.
extension SQLTransaction {
    /// - Throws: `noRecipient`, `noMatch`, `removed`, `noColumn`, `notIndexed`.
    func recipientRow(_ address: RecipientAddress, in list: ListRecord) throws -> RecipientRow {
        switch address {
        case .id(let id):
            let row = try row("SELECT * FROM recipient WHERE id = ? AND list = ?", [id, list.id])
            guard let found = try row.map({ try RecipientRow($0) }) else {
                throw StoreError(.noRecipient, "there is no recipient \(id) in the list")
            }
            guard found.removed == nil else { throw StoreError(.removed, "the recipient \(id) was removed") }
            return found
        case .values(let values):
            guard let found = try oldestRecipient(with: try list.wanted(values), in: list) else {
                throw StoreError(.noMatch, "no recipient of the list has these values")
            }
            return found
        }
    }

    /// The recipient that was added first of those that have all the values; `nil` without one. Nobody is found by an empty
    /// value, which many strangers have in common: it is not compared.
    /// - Throws: `notIndexed`.
    func oldestRecipient(with wanted: [WantedValue], in list: ListRecord) throws -> RecipientRow? {
        let wanted = wanted.filter { !$0.value.isEmpty }
        guard !wanted.isEmpty else { return nil }
        var search = try search(for: wanted, in: list)
        while let rows = try search.nextPage(self) {
            let found = rows.filter { row in wanted.allSatisfy { $0.isMet(by: row.cells) } }
            if let oldest = found.min(by: { ($0.created, $0.id) < ($1.created, $1.id) }) { return oldest }
        }
        return nil
    }

    /// All recipients that have all the values, of at most ``RecipientSearch/bound`` that are looked at.
    /// - Throws: `notIndexed`.
    func recipients(with wanted: [WantedValue], in list: ListRecord) throws -> [RecipientRow] {
        let wanted = wanted.filter { !$0.value.isEmpty }
        guard !wanted.isEmpty else { return [] }
        var (search, found) = (try search(for: wanted, in: list), [RecipientRow]())
        while let rows = try search.nextPage(self) {
            found += rows.filter { row in row.removed == nil && wanted.allSatisfy { $0.isMet(by: row.cells) } }
        }
        return found
    }

    /// A unique value finds one recipient at most; of values with an index the rarest leads.
    func search(for wanted: [WantedValue], in list: ListRecord) throws -> RecipientSearch {
        let indexed = wanted.filter { $0.form != nil }
        if let unique = indexed.first(where: { $0.column.lookup == .unique }) {
            return RecipientSearch(list: list, unique: unique)
        }
        guard indexed.count > 1 else { return RecipientSearch(list: list, indexed: indexed) }
        let counted = try indexed.map { value in
            let count = try count(
                """
                SELECT COUNT(*) FROM (SELECT 1 FROM recipient_value WHERE list = ? AND number = ? AND value = ? LIMIT ?) AS x
                """, [list.id, value.column.number, value.form, RecipientSearch.page])
            return (value, count)
        }
        return RecipientSearch(list: list, indexed: counted.sorted { $0.1 < $1.1 }.map(\.0))
    }
}

/// Reads the candidates of a search page by page, within a bound.
struct RecipientSearch {
    static let page = 200
    /// The most candidates that are looked at.
    static let bound = 20_000

    private let list: ListRecord
    private let statement: String
    private let arguments: [(any SQLBindable)?]
    private var last = Int64.min
    private var looked = 0
    private var isOver = false

    init(list: ListRecord, unique value: WantedValue) {
        self.list = list
        statement = """
            SELECT r.* FROM recipient_key k JOIN recipient r ON r.id = k.recipient
            WHERE k.list = ? AND k.number = ? AND k.value = ? AND r.id > ? ORDER BY r.id LIMIT ?
            """
        arguments = [list.id, value.column.number, value.form]
    }

    /// - Parameter values: with the one that leads first; without any, all recipients are read.
    init(list: ListRecord, indexed values: [WantedValue]) {
        self.list = list
        guard let first = values.first else {
            statement = "SELECT * FROM recipient WHERE list = ? AND removed IS NULL AND id > ? ORDER BY id LIMIT ?"
            arguments = [list.id]
            return
        }
        let others = values.dropFirst()
        let conditions = others.map { _ in
            """
             AND EXISTS (SELECT 1 FROM recipient_value w
            WHERE w.list = v.list AND w.number = ? AND w.value = ? AND w.recipient = v.recipient)
            """
        }
        statement = """
            SELECT r.* FROM recipient_value v JOIN recipient r ON r.id = v.recipient
            WHERE v.list = ? AND v.number = ? AND v.value = ?\(conditions.joined())
            AND v.recipient > ? ORDER BY v.recipient LIMIT ?
            """
        var arguments: [(any SQLBindable)?] = [list.id, first.column.number, first.form]
        for other in others { arguments += [other.column.number, other.form] as [(any SQLBindable)?] }
        self.arguments = arguments
    }

    /// - Throws: `notIndexed` when there are more candidates than may be looked at.
    mutating func nextPage(_ db: any SQLTransaction) throws -> [RecipientRow]? {
        guard !isOver else { return nil }
        guard looked < Self.bound else {
            throw StoreError(
                .notIndexed, "\"\(list.name)\" has too many recipients for a search by columns without an index")
        }
        let rows = try db.rows(statement, arguments + [last, Self.page]).map { try RecipientRow($0) }
        isOver = rows.count < Self.page
        looked += rows.count
        last = rows.last?.id ?? last
        return rows
    }
}
