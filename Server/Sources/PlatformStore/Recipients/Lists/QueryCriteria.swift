/// What recipients of a query meet: a small tree of comparisons.
public indirect enum QueryCriteria: Sendable, Hashable, Codable {
    /// How a value is compared.
    public enum Comparison: String, Sendable, Codable, CaseIterable {
        case equals
        case differs
        /// As numbers, days or instants when the column has such a type, else by the alphabet.
        case isLess
        case isGreater
        case contains
        case begins
        case isEmpty
        case isFilled
    }

    /// All of them are met; true without any.
    case all([QueryCriteria])
    /// At least one of them is met.
    case any([QueryCriteria])
    /// It is not met.
    case not(QueryCriteria)
    /// A column's value compares so; the value is not used by `isEmpty` and `isFilled`.
    case column(String, Comparison, String)

    /// The most levels of a tree.
    public static let maximumDepth = 16
    /// The most parts of a tree.
    public static let maximumParts = 200
}
