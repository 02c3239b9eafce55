/// The id of an event, created once on the device. It is a version 7 UUID (RFC 9562), so ids sort by time, and an id
/// that is received twice means the same event.
public struct EventID: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The first 8 of the 16 bytes, big endian: time, version and 12 random bits.
    public let high: UInt64
    /// The last 8 bytes: variant and 62 random bits.
    public let low: UInt64

    /// Any two values are accepted.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an id for `time` with 74 random bits.
    public init(time: Timestamp, using random: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
        high = milliseconds << 16 | 0x7000 | random.next() & 0x0FFF
        low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// Decodes the form with hyphens.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = EventID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = id
    }

    /// Encodes ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// 36 characters in lower case.
    public var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(Self.textSize)
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the 36 characters without creating a string.
    public func append(to text: inout [UInt8]) {
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            let byte = UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - index % 8 * 8))
            text.append(Self.digit(byte >> 4))
            text.append(Self.digit(byte & 15))
        }
    }

    /// Not an id of an event, but a bound: every id with this time or an earlier one is smaller.
    /// - Parameter time: in milliseconds since 1970; a time before is moved there.
    package static func first(after time: Int64) -> EventID {
        EventID(high: UInt64(min(max(time + 1, 0), 1 << 47)) << 16, low: 0)
    }

    /// The 16 bytes as databases store them. They sort like the ids.
    public var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - $0 % 8 * 8)) }
    }

    /// Compares the time, then the random bits.
    public static func < (left: EventID, right: EventID) -> Bool { (left.high, left.low) < (right.high, right.low) }

    /// The exclusive or of both ids. Applied to a set of ids, the result does not depend on their order.
    public static func ^ (left: EventID, right: EventID) -> EventID {
        EventID(high: left.high ^ right.high, low: left.low ^ right.low)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
