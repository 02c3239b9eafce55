/// An event on a device, in the same form on the wire, in the outbox and in the spool.
///
/// The set of members is fixed. A receiver refuses an event with any other member, so that no personal data is sent by
/// accident.
public struct Event: Sendable, Hashable, Codable {
    /// The largest size of an encoded event in bytes.
    public static let maximumSize = 32 * 1024
    /// The largest number of ``properties``.
    public static let maximumProperties = 64

    /// The value of a property: a text, a number or a truth value. Values are not nested.
    public enum Value: Sendable, Hashable, Codable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByFloatLiteral,
        ExpressibleByBooleanLiteral
    {
        /// A text in UTF-8, unchanged from the app.
        case text(String)
        /// A whole number within 64 bits.
        case integer(Int64)
        /// A number with a fraction, or beyond 64 bits.
        case number(Double)
        /// A truth value.
        case truth(Bool)

        /// Creates a text.
        public init(stringLiteral value: String) { self = .text(value) }
        /// Creates a whole number.
        public init(integerLiteral value: Int64) { self = .integer(value) }
        /// Creates a number.
        public init(floatLiteral value: Double) { self = .number(value) }
        /// Creates a truth value.
        public init(booleanLiteral value: Bool) { self = .truth(value) }

        /// Decodes any JSON value that is not nested. A whole number within 64 bits becomes ``integer(_:)``.
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

        /// Encodes the bare JSON value.
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

    /// Created on the device; the same in every attempt to send it.
    public let id: EventID
    /// The kind of the event, as `noun_verb` in the past tense; see ``EventName``.
    ///
    /// 1 to 64 characters of `a-z`, `0-9`, `_`.
    public let name: String
    /// When it happened, by the device's clock.
    public let time: Timestamp
    /// The position in the install's own count, from 1. Gaps show dropped events.
    public let sequence: Int64
    /// The id of the active user, byte for byte as the app passed it.
    public let user: String?
    /// The session of the event.
    public let session: String?
    /// The properties, at most ``maximumProperties``, unchanged from the app.
    public let properties: [String: Value]

    /// The values are not checked; see ``fault(name:properties:)``.
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
