import PlatformStore

/// The criteria of a query as fields: up to five comparisons, of which all or any are met.
enum QueryForm {
    /// The fields of one comparison.
    struct Line: Sendable {
        let number: Int
    }

    /// How many comparisons a form has.
    static let lines = 5

    static let comparisons: [ColumnForm.Choice] = QueryCriteria.Comparison.allCases.map {
        .init(value: $0.rawValue, name: words(of: $0), isSelected: $0 == .equals)
    }

    /// - Throws: ``PortalError`` with `invalidField` without a comparison, or for a word that there is not.
    static func criteria(_ form: FormFields) throws(PortalError) -> QueryCriteria {
        var parts: [QueryCriteria] = []
        for number in 1...lines {
            guard let column = form.optional("column.\(number)") else { continue }
            guard let comparison = QueryCriteria.Comparison(rawValue: form["comparison.\(number)"]) else {
                throw PortalError(.invalidField, "There is no such comparison.")
            }
            parts.append(.column(column, comparison, form["value.\(number)"]))
        }
        guard !parts.isEmpty else { throw PortalError(.invalidField, "A query compares at least one column.") }
        return form["match"] == "any" ? .any(parts) : .all(parts)
    }

    /// The criteria as a sentence.
    static func text(_ criteria: QueryCriteria) -> String {
        switch criteria {
        case .all(let parts): parts.isEmpty ? "all recipients" : joined(parts, "and")
        case .any(let parts): parts.isEmpty ? "no recipient" : joined(parts, "or")
        case .not(let part): "not (\(text(part)))"
        case .column(let column, let comparison, let value):
            takesValue(comparison)
                ? "\(column) \(words(of: comparison)) “\(value)”" : "\(column) \(words(of: comparison))"
        }
    }

    private static func joined(_ parts: [QueryCriteria], _ word: String) -> String {
        parts.map { part in
            if case .column = part { return text(part) }
            return parts.count == 1 ? text(part) : "(\(text(part)))"
        }.joined(separator: " \(word) ")
    }

    private static func takesValue(_ comparison: QueryCriteria.Comparison) -> Bool {
        comparison != .isEmpty && comparison != .isFilled
    }

    private static func words(of comparison: QueryCriteria.Comparison) -> String {
        switch comparison {
        case .equals: "is"
        case .differs: "is not"
        case .isLess: "is less than"
        case .isGreater: "is greater than"
        case .contains: "contains"
        case .begins: "begins with"
        case .isEmpty: "is empty"
        case .isFilled: "is filled"
        }
    }
}
