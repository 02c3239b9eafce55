import MarqueeWire
import PlatformStore
import XMLTree

/// Reads the expressions of `CreateQuery`, which stand in a row with brackets between them, as a tree. `AND` binds closer
/// than `OR`.
struct QueryExpression {
    private enum Token {
        case open
        case close
        case and
        case or
        case comparison(QueryCriteria)
    }

    private static let comparisons: [String: QueryCriteria.Comparison] = [
        "=": .equals, "EQUAL TO": .equals, "IS EQUAL TO": .equals, "EQUALS": .equals, "!=": .differs, "<>": .differs,
        "NOT EQUAL TO": .differs, "IS NOT EQUAL TO": .differs, "<": .isLess, "LESS THAN": .isLess,
        "IS LESS THAN": .isLess, "IS BEFORE": .isLess, "BEFORE": .isLess, ">": .isGreater, "GREATER THAN": .isGreater,
        "IS GREATER THAN": .isGreater, "IS AFTER": .isGreater, "AFTER": .isGreater, "CONTAINS": .contains,
        "STARTS WITH": .begins, "BEGINS WITH": .begins, "IS BLANK": .isEmpty, "IS NOT BLANK": .isFilled,
    ]

    private var tokens: ArraySlice<Token>

    /// - Throws: fault 52 without an expression, 190 for one that is no comparison.
    init(_ expressions: [XMLElement]) throws(XMLAPIFault) {
        guard !expressions.isEmpty else { throw .missing("CRITERIA/EXPRESSION") }
        guard expressions.count <= QueryCriteria.maximumParts else {
            throw XMLAPIFault(.querySaveError, "a query has at most \(QueryCriteria.maximumParts) expressions")
        }
        var tokens: [Token] = []
        for (place, element) in expressions.enumerated() {
            if place > 0 { tokens.append(element.text(of: "AND_OR")?.uppercased() == "OR" ? .or : .and) }
            tokens += try Self.brackets(element, "LEFT_PARENS").map { _ in .open }
            tokens.append(.comparison(try Self.comparison(element)))
            tokens += try Self.brackets(element, "RIGHT_PARENS").map { _ in .close }
        }
        self.tokens = tokens[...]
    }

    /// - Throws: fault 600 for brackets that do not match.
    func criteria() throws(XMLAPIFault) -> QueryCriteria {
        var reader = self
        let whole = try reader.alternatives(depth: 0)
        guard reader.tokens.isEmpty else { throw Self.unmatched }
        return whole
    }

    private mutating func alternatives(depth: Int) throws(XMLAPIFault) -> QueryCriteria {
        guard depth <= QueryCriteria.maximumDepth else { throw Self.unmatched }
        var parts = [try conjunction(depth: depth)]
        while case .or = tokens.first {
            tokens.removeFirst()
            parts.append(try conjunction(depth: depth))
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(depth: Int) throws(XMLAPIFault) -> QueryCriteria {
        var parts = [try part(depth: depth)]
        while case .and = tokens.first {
            tokens.removeFirst()
            parts.append(try part(depth: depth))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func part(depth: Int) throws(XMLAPIFault) -> QueryCriteria {
        switch tokens.popFirst() {
        case .comparison(let criteria): return criteria
        case .open:
            let inner = try alternatives(depth: depth + 1)
            guard case .close = tokens.popFirst() else { throw Self.unmatched }
            return inner
        case .close, .and, .or, nil: throw Self.unmatched
        }
    }

    private static let unmatched = XMLAPIFault(.querySaveError, "the brackets of the expressions do not match")

    private static func brackets(_ element: XMLElement, _ name: String) throws(XMLAPIFault) -> String {
        let text = element.text(of: name) ?? ""
        guard text.utf8.count <= QueryCriteria.maximumDepth, text.allSatisfy({ $0 == "(" || $0 == ")" }) else {
            throw unmatched
        }
        return text
    }

    private static func comparison(_ element: XMLElement) throws(XMLAPIFault) -> QueryCriteria {
        guard let column = element.text(of: "COLUMN_NAME"), !column.isEmpty else { throw .missing("COLUMN_NAME") }
        let word = element.text(of: "OPERATORS") ?? ""
        guard let comparison = comparisons[word.uppercased()] else {
            throw XMLAPIFault(.elementNotFound, "\"\(word.prefix(80))\" is no operator")
        }
        return .column(column, comparison, element.text(of: "VALUES") ?? "")
    }
}
