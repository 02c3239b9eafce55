extension Event {
    /// The limits that a device applies before it stores an event, and a server before it accepts one.
    ///
    /// Sizes are bytes of UTF-8 after the JSON escapes of a text are decoded.
    public enum Rule {
        /// The size of ``Event/name``.
        public static let name = 1...64
        /// The size of a key of ``Event/properties``.
        public static let propertyName = 1...256
        /// The size of ``Event/user``.
        public static let user = 1...8_192
        /// The size of ``Event/session``.
        public static let session = 1...256

        /// Whether the bytes are only `a-z`, `0-9` and `_`, the characters of ``Event/name``.
        @inlinable
        public static func isNameText(_ bytes: some Sequence<UInt8>) -> Bool {
            bytes.allSatisfy { byte in
                byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
            }
        }
    }

    /// The reason why every receiver refuses an event.
    public enum Fault: Error, Sendable, Hashable, CaseIterable {
        /// The size is outside ``Rule/name``, or ``Rule/isNameText(_:)`` does not allow a character.
        case name
        /// There are more properties than ``Event/maximumProperties``.
        case propertyCount
        /// The size of a property's name is outside ``Rule/propertyName``.
        case propertyName
        /// The encoded event is larger than ``Event/maximumSize``.
        case size

        /// A sentence that names the limit.
        public var message: String {
            switch self {
            case .name: "an event's name has \(Event.text(Rule.name)) of a-z, 0-9 and _"
            case .propertyCount: "an event has at most \(Event.maximumProperties) properties"
            case .propertyName: "a property's name has \(Event.text(Rule.propertyName)) bytes"
            case .size: "an encoded event has at most \(Event.maximumSize) bytes"
            }
        }
    }

    /// The first fault of an event before it is encoded; `nil` when every receiver accepts it. The encoded event may
    /// still be larger than ``maximumSize``.
    public static func fault(name: String, properties: [String: Value]) -> Fault? {
        guard Rule.name.contains(name.utf8.count), Rule.isNameText(name.utf8) else { return .name }
        guard properties.count <= maximumProperties else { return .propertyCount }
        for key in properties.keys where !Rule.propertyName.contains(key.utf8.count) { return .propertyName }
        return nil
    }

    private static func text(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
}
