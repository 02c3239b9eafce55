/// A demand on what is known of the subject and its device.
public struct Condition: Sendable, Hashable {
    /// A known value.
    public enum Value: Sendable, Hashable {
        /// Compared without regard to the case of ASCII letters; one that is a version also with bounds.
        case text(String)
        /// Compared part by part, and with a text that is its beginning.
        case version(Version)
        /// Compared as a number.
        case number(Double)
        /// Tags or segments, by exact name.
        case set(Set<String>)
    }

    /// How a known value is compared.
    public enum Test: Sendable, Hashable {
        /// It is one of these texts, or a set with one of these names.
        case isOneOf([String])
        /// It is none of these texts, and no set with one of these names. Holds for an unknown value.
        case isNoneOf([String])
        /// It is a number, or a version, of at least this.
        case isAtLeast(Bound)
        /// It is a number, or a version, of at most this.
        case isAtMost(Bound)
        /// It is known at all.
        case isKnown
        /// It is not known.
        case isUnknown
    }

    /// The attribute's name, for example `country`, `spend` or `segment`.
    public var attribute: String
    /// What has to hold.
    public var test: Test

    /// A demand on one attribute.
    public init(_ attribute: String, _ test: Test) {
        self.attribute = attribute
        self.test = test
    }

    /// Whether the condition holds for a known value, or for none.
    public func holds(for value: Value?) -> Bool {
        switch (test, value) {
        case (.isKnown, _): value != nil
        case (.isUnknown, _): value == nil
        case (.isOneOf(let names), .some(let value)): Self.isAny(of: names, value)
        case (.isNoneOf(let names), .some(let value)): !Self.isAny(of: names, value)
        case (.isNoneOf, .none): true
        case (.isAtLeast(let bound), .number(let number)): bound.number.map { number >= $0 } ?? false
        case (.isAtMost(let bound), .number(let number)): bound.number.map { number <= $0 } ?? false
        case (.isAtLeast(let bound), .some(let value)): Self.compare(value, bound) { $0.isAtLeast($1) }
        case (.isAtMost(let bound), .some(let value)): Self.compare(value, bound) { $0.isAtMost($1) }
        case (.isAtLeast, .none), (.isAtMost, .none), (.isOneOf, .none): false
        }
    }

    private static func compare(_ value: Value, _ bound: Bound, _ holds: (Version, Version) -> Bool) -> Bool {
        let version: Version? =
            switch value {
            case .text(let text): Version(text)
            case .version(let version): version
            case .number, .set: nil
            }
        guard let version, let bound = bound.version else { return false }
        return holds(version, bound)
    }

    private static func isAny(of names: [String], _ value: Value) -> Bool {
        switch value {
        case .text(let text): names.contains { equal($0, text) }
        case .version(let version): names.contains { Version($0).map(version.begins) ?? false }
        case .number(let number): names.contains { Double($0) == number }
        case .set(let set): names.contains { set.contains($0) }
        }
    }

    private static func equal(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
