import PlatformStore

/// A comparison of an attribute's value with a text.
///
/// Numbers are compared as numbers where both sides are some, and as texts otherwise. An attribute that an event does not
/// have compares as the empty text.
public struct EventCondition: Sendable, Hashable, Codable {
    /// How two values are compared.
    public enum Comparison: String, Sendable, Hashable, CaseIterable, Codable {
        /// The value is the text, byte for byte.
        case equals
        /// The value is another text.
        case differs
        /// The text occurs in the value.
        case contains
        /// The value begins with the text.
        case begins
        /// The value is a number of at least that.
        case atLeast = "at_least"
        /// The value is a number of at most that.
        case atMost = "at_most"
        /// The event has the attribute, and it is not empty.
        case exists
        /// The event does not have the attribute, or it is empty.
        case isMissing = "is_missing"
    }

    /// The attribute's name.
    public var attribute: String
    /// How its value is compared.
    public var comparison: Comparison
    /// What it is compared with; of no meaning with `exists` and `isMissing`.
    public var value: String

    /// A comparison with a text.
    public init(_ attribute: String, _ comparison: Comparison, _ value: String = "") {
        self.attribute = attribute
        self.comparison = comparison
        self.value = value
    }

    /// Whether the comparison holds for an attribute's value; `nil` stands for no attribute.
    func holds(for found: String?) -> Bool {
        let found = found ?? ""
        switch comparison {
        case .equals: return found.hasSameBytes(as: value)
        case .differs: return !found.hasSameBytes(as: value)
        case .contains: return value.isEmpty || found.utf8.firstRange(of: value.utf8) != nil
        case .begins: return found.utf8.starts(with: value.utf8)
        case .atLeast, .atMost:
            guard let left = Double(found), let right = Double(value) else { return false }
            return comparison == .atLeast ? left >= right : left <= right
        case .exists: return !found.isEmpty
        case .isMissing: return found.isEmpty
        }
    }

    func check() throws(StoreError) {
        guard (1...256).contains(attribute.utf8.count), value.utf8.count <= 4096 else {
            throw StoreError(.invalid, "a condition has an attribute of 1 to 256 bytes and a value of at most 4096")
        }
        guard comparison == .atLeast || comparison == .atMost else { return }
        guard Double(value) != nil else {
            throw StoreError(.invalid, "\"\(value.prefix(64))\" is not a number to compare with")
        }
    }
}
