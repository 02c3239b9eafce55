import PlatformStore

/// Which rows of a table belong to some recipients.
struct RowRule {
    /// Each entry is a recipient: what a row has in these columns.
    private let joined: [[Value]]
    /// Columns with the id of a recipient, and the ids.
    private let columns: [String]
    private let ids: Set<String>

    private struct Value {
        /// As the table calls it.
        let column: String
        let value: String
        /// E-mail addresses are equal whatever their case.
        let isEmail: Bool

        func isMet(by row: TableRow) -> Bool {
            let other = row.values[column] ?? ""
            return isEmail ? other.lowercased() == value.lowercased() : other == value
        }
    }

    /// - Parameter ids: of the recipients, also of one that was removed.
    /// - Returns: `nil` for a table that cannot have rows of them.
    init?(_ table: RelationalTableRecord, _ recipients: [RecipientRecord], ids: Set<String>) {
        let audit = MergeAuditTable.columns.map(\.name)[1...2].map { table.column($0)?.name }
        columns = audit.contains(nil) ? [] : audit.compactMap(\.self)
        self.ids = ids
        joined = recipients.compactMap { recipient in
            guard let join = table.join, join.list == recipient.list, !join.columns.isEmpty else { return nil }
            let values = join.columns.map { own, other in
                Value(
                    column: table.column(own)?.name ?? own, value: recipient.value(other),
                    isEmail: [own, other].contains(where: ListColumn.isEmail))
            }
            // Recipients without a value do not own the rows without one.
            return values.contains { $0.value.isEmpty } ? nil : values
        }
        if columns.isEmpty && joined.isEmpty { return nil }
    }

    func isOfPerson(_ row: TableRow) -> Bool {
        columns.contains { ids.contains(row.values[$0] ?? "") }
            || joined.contains { values in values.allSatisfy { $0.isMet(by: row) } }
    }
}
