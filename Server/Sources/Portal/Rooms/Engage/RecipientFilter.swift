import PlatformStore

/// What the page of recipients shows, as its address says it.
struct RecipientFilter: Sendable {
    /// A database, contact list or query.
    let list: Int64?
    /// The column that is searched; empty for the id.
    let column: String
    let value: String
    /// Continues a listing.
    let after: Int64?

    init(_ fields: FormFields) {
        list = Int64(fields["list"])
        column = fields["column"]
        value = fields["value"]
        after = Int64(fields["after"])
    }

    /// Who is searched for; `nil` for a listing. A text that is no id finds nobody.
    var search: RecipientAddress? {
        guard !value.isEmpty else { return nil }
        return column.isEmpty ? .id(Int64(value) ?? 0) : .values([column: value])
    }
}
