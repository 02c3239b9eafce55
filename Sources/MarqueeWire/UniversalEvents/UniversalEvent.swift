/// A behaviour in the form of the universal events API: a code, a time, and named texts.
///
/// The JSON form has `eventTypeCode`, `eventTimestamp` and `attributes`, as every host of the API knows them. The SDK adds
/// `eventId` and `sequence`, by which a Marquee server counts each event once and finds gaps. Other hosts ignore members
/// that they do not know.
///
/// Decoding is tolerant, because other SDKs send events too: the code may be a number or a text, the time may be called
/// `eventTimeStamp` or be missing, and a value may be a number or a truth value.
public struct UniversalEvent: Sendable, Hashable {
    /// The largest number of ``attributes``: the largest number of properties of an ``Event``.
    public static let maximumAttributes = Event.maximumProperties

    /// A named text.
    public struct Attribute: Sendable, Hashable {
        /// 1 to 256 bytes; see ``Event/Rule/propertyName``.
        public let name: String
        /// Text; empty where a value is not known.
        public let value: String

        /// The values are not checked.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The kind of behaviour.
    public let type: UniversalEventType
    /// When it happened, by the device's clock; `nil` if a foreign SDK did not say.
    public let time: Timestamp?
    /// The attributes, in the order in which they were set.
    public let attributes: [Attribute]
    /// Made once on the device; `nil` from a foreign SDK.
    public let id: EventID?
    /// The position in the lane's own count, from 1; `nil` from a foreign SDK.
    public let sequence: Int64?

    /// The values are not checked.
    public init(
        _ type: UniversalEventType, time: Timestamp?, attributes: [Attribute], id: EventID? = nil,
        sequence: Int64? = nil
    ) {
        self.type = type
        self.time = time
        self.attributes = attributes
        self.id = id
        self.sequence = sequence
    }

    /// The value of the first attribute with this name.
    public subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

extension UniversalEvent: Codable {
    private enum Member: String, CodingKey {
        case type = "eventTypeCode"
        case time = "eventTimestamp"
        case misspeltTime = "eventTimeStamp"
        case attributes
        case id = "eventId"
        case sequence
    }

    /// - Throws: `DecodingError` if the code is missing or not a number, or if a time, an id or a value cannot be read.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        type = UniversalEventType(rawValue: try Self.code(members))
        attributes = try members.decodeIfPresent([Attribute].self, forKey: .attributes) ?? []
        id = try members.decodeIfPresent(EventID.self, forKey: .id)
        sequence = try members.decodeIfPresent(Int64.self, forKey: .sequence)
        let key = members.contains(.time) ? Member.time : .misspeltTime
        time = try members.decodeIfPresent(String.self, forKey: key).map { text in
            guard let time = Timestamp(universalText: text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: members, debugDescription: "not a time like 2014-01-21T11:13:43.000Z")
            }
            return time
        }
    }

    private static func code(_ members: KeyedDecodingContainer<Member>) throws -> Int {
        if let number = try? members.decode(Int.self, forKey: .type) { return number }
        guard let number = Int(try members.decode(String.self, forKey: .type)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: members, debugDescription: "an event type code is a number")
        }
        return number
    }

    /// Writes the code as text, and leaves out what is `nil`.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(String(type.rawValue), forKey: .type)
        try members.encodeIfPresent(time?.universalText, forKey: .time)
        try members.encode(attributes, forKey: .attributes)
        try members.encodeIfPresent(id, forKey: .id)
        try members.encodeIfPresent(sequence, forKey: .sequence)
    }
}

extension UniversalEvent.Attribute: Codable {
    private enum Member: String, CodingKey { case name, value }

    /// A number or truth value becomes its text; a missing value and `null` become the empty text.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        name = try members.decode(String.self, forKey: .name)
        guard try members.contains(.value) && !members.decodeNil(forKey: .value) else {
            value = ""
            return
        }
        value =
            switch try members.decode(Event.Value.self, forKey: .value) {
            case .text(let text): text
            case .integer(let number): String(number)
            case .number(let number): String(number)
            case .truth(let truth): String(truth)
            }
    }
}
