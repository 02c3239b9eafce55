/// The name of an event, made once on the device: a version 7 UUID (RFC 9562), so that ids sort by time and an id seen
/// twice is the same event.
public struct EventID: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The 16 bytes, big endian, as two halves.
    public let high: UInt64
    /// The last 8 bytes: variant and 62 random bits.
    public let low: UInt64

    /// Joins the two halves, whatever they are.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes an id for `time` from 74 random bits.
    public init(time: Timestamp, using random: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
        high = milliseconds << 16 | 0x7000 | random.next() & 0x0FFF
        low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// Reads the form with hyphens.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = EventID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = id
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// 36 characters, lower case.
    public var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(Self.textSize)
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the 36 characters without making a string of them.
    public func append(to text: inout [UInt8]) {
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            let byte = UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - index % 8 * 8))
            text.append(Self.digit(byte >> 4))
            text.append(Self.digit(byte & 15))
        }
    }

    /// The 16 bytes as databases store them; they sort as ids do.
    public var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - $0 % 8 * 8)) }
    }

    /// By the moment they were made for, then by chance.
    public static func < (left: EventID, right: EventID) -> Bool { (left.high, left.low) < (right.high, right.low) }

    /// Both ids' bits, each kept where the ids differ: what stands for a set of ids in any order.
    public static func ^ (left: EventID, right: EventID) -> EventID {
        EventID(high: left.high ^ right.high, low: left.low ^ right.low)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
