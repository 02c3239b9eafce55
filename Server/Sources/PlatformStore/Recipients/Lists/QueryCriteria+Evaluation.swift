import MarqueeWire

extension QueryCriteria {
    /// The levels of the tree.
    var depth: Int {
        switch self {
        case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .not(let part): 1 + part.depth
        case .column: 1
        }
    }

    /// How many parts the tree has.
    var parts: Int {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.parts }
        case .not(let part): 1 + part.parts
        case .column: 1
        }
    }

    /// The names of all columns that are compared.
    var columns: Set<String> {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.columns) }
        case .not(let part): part.columns
        case .column(let name, _, _): [name]
        }
    }

    func isMet(by cells: RecipientCells, of list: ListRecord) -> Bool {
        RecipientTest(self, of: ColumnNames(list.columns)).isMet(by: cells)
    }
}

/// Criteria with the columns of a list, made once for many recipients.
indirect enum RecipientTest: Sendable {
    /// A value that a column is compared with.
    struct Comparand: Sendable {
        let column: ListColumn
        let comparison: QueryCriteria.Comparison
        /// As it was given, in lower case.
        let text: String
        /// In the form of the column's type; `nil` for what is no value of it.
        let value: String?
    }

    case all([RecipientTest])
    case any([RecipientTest])
    case not(RecipientTest)
    case column(Comparand)
    /// The list does not have the column.
    case never

    init(_ criteria: QueryCriteria, of columns: ColumnNames) {
        switch criteria {
        case .all(let parts): self = .all(parts.map { RecipientTest($0, of: columns) })
        case .any(let parts): self = .any(parts.map { RecipientTest($0, of: columns) })
        case .not(let part): self = .not(RecipientTest(part, of: columns))
        case .column(let name, let comparison, let text):
            guard let column = columns[name] else {
                self = .never
                return
            }
            let value: String?
            do throws(StoreError) { value = try ColumnValue.normalised(text, for: column) } catch { value = nil }
            self = .column(Comparand(column: column, comparison: comparison, text: text.lowercased(), value: value))
        }
    }

    func isMet(by cells: RecipientCells) -> Bool {
        switch self {
        case .all(let parts): parts.allSatisfy { $0.isMet(by: cells) }
        case .any(let parts): parts.contains { $0.isMet(by: cells) }
        case .not(let part): !part.isMet(by: cells)
        case .column(let comparand): comparand.isMet(by: cells.value(of: comparand.column))
        case .never: false
        }
    }
}

extension RecipientTest.Comparand {
    fileprivate func isMet(by value: String) -> Bool {
        switch comparison {
        case .isEmpty: return value.isEmpty
        case .isFilled: return !value.isEmpty
        case .contains: return value.lowercased().contains(text)
        case .begins: return value.lowercased().hasPrefix(text)
        case .equals, .differs, .isLess, .isGreater: break
        }
        guard let wanted = self.value else { return comparison == .differs }
        switch comparison {
        case .equals: return IndexedValue.areEqual(value, wanted, in: column)
        case .differs: return !IndexedValue.areEqual(value, wanted, in: column)
        // An empty value is neither before nor behind another.
        case .isLess: return !value.isEmpty && Self.isBefore(value, wanted, in: column)
        default: return !value.isEmpty && Self.isBefore(wanted, value, in: column)
        }
    }

    private static func isBefore(_ left: String, _ right: String, in column: ListColumn) -> Bool {
        switch column.type {
        case .numeric:
            guard let left = Double(left), let right = Double(right) else { return false }
            return left < right
        case .date, .timestamp, .smsOptOutDate: return DateForm.sortable(left) < DateForm.sortable(right)
        default: return left.lowercased() < right.lowercased()
        }
    }
}
