/// Something that happened on a device and is worth knowing, in the form it has on the wire, in the outbox and in the
/// spool.
///
/// The set of members is closed: a receiver rejects an event with any other member, so that nothing personal travels by
/// accident.
public struct Event: Sendable, Hashable, Codable {
    /// The most bytes one encoded event may have.
    public static let maximumSize = 32 * 1024
    /// The most entries of ``properties``.
    public static let maximumProperties = 64

    /// A property value: text, number or truth.
    ///
    /// Nothing nests.
    public enum Value: Sendable, Hashable, Codable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByFloatLiteral,
        ExpressibleByBooleanLiteral
    {
        /// In UTF-8, as the app gave it.
        case text(String)
        /// Whole, and exact within 64 bits.
        case integer(Int64)
        /// With a fraction, or beyond 64 bits.
        case number(Double)
        /// Yes or no.
        case truth(Bool)

        /// Makes a text.
        public init(stringLiteral value: String) { self = .text(value) }
        /// Makes a whole number.
        public init(integerLiteral value: Int64) { self = .integer(value) }
        /// Makes a number.
        public init(floatLiteral value: Double) { self = .number(value) }
        /// Makes a truth value.
        public init(booleanLiteral value: Bool) { self = .truth(value) }

        /// Reads the JSON value as what it is; a whole number within 64 bits stays whole.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self = .truth(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        /// Writes the JSON value without a wrapper.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .truth(let value): try container.encode(value)
            }
        }
    }

    /// Made on the device; the same in every attempt to send it.
    public let id: EventID
    /// What happened, `noun_verb` in the past tense: see ``EventName``.
    ///
    /// 1 to 64 of `a-z`, `0-9`, `_`.
    public let name: String
    /// When it happened by the device's clock.
    public let time: Timestamp
    /// Position in the install's own count, from 1: gaps show what was dropped.
    public let sequence: Int64
    /// The active user's id, byte for byte as the app gave it.
    public let user: String?
    /// The session the event belongs to.
    public let session: String?
    /// At most what an event may hold; names and texts as the app gave them.
    public let properties: [String: Value]

    /// Describes something that happened on a device.
    public init(
        id: EventID, name: String, time: Timestamp, sequence: Int64, user: String?, session: String?,
        properties: [String: Value] = [:]
    ) {
        self.id = id
        self.name = name
        self.time = time
        self.sequence = sequence
        self.user = user
        self.session = session
        self.properties = properties
    }
}
