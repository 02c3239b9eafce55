public import MarqueeWire

/// A column of a list or of a relational table.
public struct ListColumn: Sendable, Hashable, Codable {
    /// How recipients are found by the column's values.
    public enum Lookup: String, Sendable, Codable, CaseIterable {
        /// Only among recipients that other columns found, or in a small list.
        case none
        /// By an index; several recipients may have a value.
        case indexed
        /// By an index that keeps two recipients from having one value. Empty values are not compared.
        case unique
    }

    /// The number under which recipients keep the value; it never changes, and is not used again.
    public let number: Int
    /// The name, compared without regard to case.
    public let name: String
    /// What values it takes.
    public let type: XMLAPIColumnType
    /// What a recipient without a value of its own has, those from before the column included.
    public let standard: String
    /// What `selectOne` and `multiSelect` take; empty for anything.
    public let choices: [String]
    /// How recipients are found by it. A column of a table is `unique` when it belongs to the key of its rows.
    public let lookup: Lookup

    /// Makes the description of a column.
    public init(
        number: Int = 0, name: String, type: XMLAPIColumnType, standard: String = "", choices: [String] = [],
        lookup: Lookup = .none
    ) {
        self.number = number
        self.name = name
        self.type = type
        self.standard = standard
        self.choices = choices
        self.lookup = lookup
    }

    /// The name in the form in which names are compared.
    var folded: String { Self.folded(name) }

    static func folded(_ name: String) -> String { trimmed(name).lowercased() }

    /// The form in which names are stored.
    static func trimmed(_ name: String) -> String {
        var text = name[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Whether values are e-mail addresses. It is asked for each value of an import.
    var isEmail: Bool { Self.isEmail(name) }

    /// Whether a column of this name has e-mail addresses.
    package static func isEmail(_ name: String) -> Bool { name.utf8.count == 5 && name.lowercased() == "email" }
}
