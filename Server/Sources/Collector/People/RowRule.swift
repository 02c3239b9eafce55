import PlatformStore

/// Which rows of a table belong to some recipients.
struct RowRule {
    /// Each dictionary is a recipient: what a row has in these columns.
    private let joined: [[String: String]]
    /// Columns with the id of a recipient, and the ids.
    private let columns: [String]
    private let recipients: Set<String>

    /// - Returns: `nil` for a table that cannot have rows of them.
    init?(_ table: RelationalTableRecord, _ recipients: [RecipientRecord]) {
        let audit = Array(MergeAuditTable.columns.map(\.name)[1...2])
        columns = audit.allSatisfy { table.column($0) != nil } ? audit : []
        self.recipients = Set(recipients.map { String($0.id) })
        joined = recipients.compactMap { recipient in
            guard let join = table.join, join.list == recipient.list, !join.columns.isEmpty else { return nil }
            let values = join.columns.map { ($0.key, recipient.value($0.value)) }
            // Recipients without a value do not own the rows without one.
            return values.contains { $0.1.isEmpty } ? nil : Dictionary(values) { first, _ in first }
        }
        if columns.isEmpty && joined.isEmpty { return nil }
    }

    func isOfPerson(_ row: TableRow) -> Bool {
        columns.contains { recipients.contains(row.values[$0] ?? "") }
            || joined.contains { values in values.allSatisfy { row.values[$0.key] == $0.value } }
    }
}
