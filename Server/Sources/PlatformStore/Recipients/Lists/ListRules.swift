/// The form of names, folders and columns, which is the same for a person in the portal and a client.
enum ListRules {
    static let maximumColumns = 500
    static let maximumTableColumns = 200
    private static let maximumChoices = 500
    /// Of all columns of a list or table: each call reads them.
    private static let maximumChoicesTogether = 5_000
    /// Lists, tables, contact lists and queries of an app.
    static let maximumEntries = 1_000

    /// Columns that every list has, which XMLAPI writes beside those of the list.
    private static let systemColumns: Set = [
        "list_id", "mailing_id", "recipient_id", "recipientid", "emailtype", "email type", "lastmodified",
        "createdfrom", "optedin", "optedout", "opt in date", "opt_in_date", "opted out", "opted_out", "opt in details",
    ]

    static func check(name: String) throws(StoreError) {
        guard (1...200).contains(name.utf8.count), !ListColumn.folded(name).isEmpty,
            !name.unicodeScalars.contains(where: \.isInvisible)
        else {
            throw StoreError(
                .nameNotValid, "a name has 1 to 200 bytes and no characters that cannot be seen: \"\(name.prefix(80))\""
            )
        }
    }

    /// The path without slashes at its ends.
    static func folder(_ path: String) throws(StoreError) -> String {
        let parts = path.split(separator: "/")
        guard parts.count <= 16, path.utf8.count <= 500, !path.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.nameNotValid, "a folder is a path of at most 16 folders and 500 bytes")
        }
        return parts.joined(separator: "/")
    }

    /// The column with its standard value in the form of its type.
    static func checked(_ column: ListColumn, number: Int) throws(StoreError) -> ListColumn {
        try check(name: column.name)
        guard !systemColumns.contains(column.folded) else {
            throw StoreError(.systemColumn, "\"\(column.name)\" is a column that every list has")
        }
        guard column.choices.count <= maximumChoices, column.choices.allSatisfy({ (1...200).contains($0.utf8.count) })
        else { throw StoreError(.tooMany, "a column has at most 500 choices of 1 to 200 bytes") }
        let standard = try ColumnValue.normalised(column.standard, for: column)
        guard column.lookup != .unique || standard.isEmpty else {
            throw StoreError(
                .valueNotValid, "the unique column \"\(column.name)\" can have no value for all recipients")
        }
        return ListColumn(
            number: number, name: ListColumn.trimmed(column.name), type: column.type, standard: standard,
            choices: column.choices,
            lookup: column.lookup)
    }

    /// Checks what columns have together.
    /// - Throws: `tooMany`.
    static func checkTogether(_ columns: [ListColumn]) throws(StoreError) {
        guard columns.reduce(0, { $0 + $1.choices.count }) <= maximumChoicesTogether else {
            throw StoreError(.tooMany, "the columns of a list have at most 5,000 choices together")
        }
        guard columns.count(where: { $0.lookup != .none }) <= ListRecord.maximumLookups else {
            throw StoreError(
                .tooMany, "a list has at most \(ListRecord.maximumLookups) columns that are unique or have an index")
        }
    }

    /// Columns of a new list with numbers from 1 on.
    static func checked(_ columns: [ListColumn], atMost limit: Int) throws(StoreError) -> [ListColumn] {
        guard columns.count <= limit else { throw StoreError(.tooMany, "there are at most \(limit) columns") }
        try checkTogether(columns)
        var (result, names): ([ListColumn], Set<String>) = ([], [])
        for (place, column) in columns.enumerated() {
            guard names.insert(column.folded).inserted else {
                throw StoreError(.columnExists, "there are two columns \"\(column.name.prefix(80))\"")
            }
            result.append(try checked(column, number: place + 1))
        }
        return result
    }
}
