/// What keeps a unit's form from being stored, for the list above the form.
extension UnitFields {
    private typealias Fault = PageFrame.Notice.Fault

    /// The problems in the order of the page.
    var faults: [PageFrame.Notice.Fault] {
        let lists = entries.flatMap(Self.faults(in:))
        let unplaced = problems[""].map { [Fault(label: "The unit", sentence: $0, anchor: nil)] } ?? []
        return Self.faults(of: general + members) + lists + Self.faults(of: appearance + schedule)
            + rules.flatMap(Self.faults(in:)) + unplaced
    }

    private static func faults(of fields: [UnitPage.Field], in row: String? = nil) -> [Fault] {
        fields.compactMap { field in
            field.problem.map { problem in
                Fault(label: row.map { "\($0): \(field.label)" } ?? field.label, sentence: problem, anchor: field.id)
            }
        }
    }

    private static func faults(in rows: UnitPage.Rows) -> [Fault] {
        let whole = rows.problem.map { [Fault(label: rows.title, sentence: $0, anchor: rows.name)] } ?? []
        return whole
            + rows.rows.flatMap { row -> [Fault] in
                let own =
                    row.problem.map { [Fault(label: row.legend, sentence: $0, anchor: row.fields.first?.id)] } ?? []
                return own + faults(of: row.fields, in: row.legend)
            }
    }
}
