extension Event {
    /// The bounds that a device keeps before it stores an event, and a server checks before it accepts one.
    ///
    /// Sizes are bytes of UTF-8, after a text's JSON escapes are resolved.
    public enum Rule {
        /// The size of ``Event/name``.
        public static let name = 1...64
        /// The size of a key of ``Event/properties``.
        public static let propertyName = 1...256
        /// The size of ``Event/user``.
        public static let user = 1...8_192
        /// The size of ``Event/session``.
        public static let session = 1...256

        /// Whether these bytes are `a-z`, `0-9` and `_` alone: what ``Event/name`` may consist of.
        @inlinable
        public static func isNameText(_ bytes: some Sequence<UInt8>) -> Bool {
            bytes.allSatisfy { byte in
                byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
            }
        }
    }

    /// Why an event cannot be accepted by any receiver.
    public enum Fault: Error, Sendable, Hashable, CaseIterable {
        /// Outside ``Rule/name``, or with another character than ``Rule/isNameText(_:)`` allows.
        case name
        /// More than ``Event/maximumProperties``.
        case propertyCount
        /// A property's name outside ``Rule/propertyName``.
        case propertyName
        /// More than ``Event/maximumSize`` once encoded.
        case size

        /// One sentence that names the bound.
        public var message: String {
            switch self {
            case .name: "an event's name has \(Event.text(Rule.name)) of a-z, 0-9 and _"
            case .propertyCount: "an event has at most \(Event.maximumProperties) properties"
            case .propertyName: "a property's name has \(Event.text(Rule.propertyName)) bytes"
            case .size: "an encoded event has at most \(Event.maximumSize) bytes"
            }
        }
    }

    /// The first fault of an event that is not encoded yet; `nil` when every receiver accepts it, unless it turns out
    /// larger than ``maximumSize``.
    public static func fault(name: String, properties: [String: Value]) -> Fault? {
        guard Rule.name.contains(name.utf8.count), Rule.isNameText(name.utf8) else { return .name }
        guard properties.count <= maximumProperties else { return .propertyCount }
        for key in properties.keys where !Rule.propertyName.contains(key.utf8.count) { return .propertyName }
        return nil
    }

    private static func text(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
}
